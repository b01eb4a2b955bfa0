import { type RawBuilder, sql } from 'kysely'
import type { PasskeyEntry } from '@customer-center/contract/passkey'
import { type Db, type WithDates, timesAsText } from '../../platform/database/query.ts'
import { expiringTable } from '../../platform/database/retention.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Networks } from '../../platform/http/client-address.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { newToken, tokenHash } from '../../platform/lib/tokens.ts'
import { limits } from '../../platform/limits/limits.ts'
import type { PersonKey } from '../../platform/personal-data/person.ts'
import type { VerifiedLogin } from '../session/session.repository.ts'

/** A passkey that a browser has made, after its check. */
export interface NewPasskey {
  readonly credentialId: string
  readonly publicKey: Uint8Array
  readonly counter: number
  readonly transports: readonly string[]
  readonly name: string
}

/** Lists the newest first. */
export async function listPasskeys(db: Db, { providerId, contactId }: PersonKey): Promise<PasskeyEntry[]> {
  const { rows } = await sql<WithDates<PasskeyEntry, 'createdAt' | 'lastUsedAt'>>`
    select passkey_id as "passkeyId", name, created_at as "createdAt", last_used_at as "lastUsedAt" from passkeys
    where provider_id = ${providerId} and contact_id = ${contactId} order by created_at desc, passkey_id`.execute(db)
  return rows.map(timesAsText)
}

/** Lists the person's passkeys for the browser, so that a device does not make a second one. */
export async function listCredentials(
  db: Db,
  { providerId, contactId }: PersonKey
): Promise<{ id: string; transports: string[] }[]> {
  const { rows } = await sql<{ id: string; transports: string[] }>`
    select credential_id as id, transports from passkeys where provider_id = ${providerId} and contact_id = ${contactId}`.execute(
    db
  )
  return rows
}

/**
 * Stores a passkey of the caller. Locks the caller's session until the transaction ends, so that a change of the login
 * that ends the sessions waits, and then removes this passkey, too.
 * @throws Refusal `notLoggedIn` when the session has ended meanwhile, `tooManyPasskeys`, `passkeyInvalid` for a passkey
 * that is already stored
 */
export async function insertPasskey(
  trx: Db,
  { providerId, contactId, family }: PersonKey & Pick<Caller, 'family'>,
  { credentialId, publicKey, counter, transports, name }: NewPasskey
): Promise<PasskeyEntry> {
  const session = await sql`
    select from sessions
    where family = ${family}::uuid and kind = 'access' and revoked_at is null for share`.execute(trx)
  if (session.rows.length === 0) throw new Refusal('notLoggedIn')
  const known = await listCredentials(trx, { providerId, contactId })
  const { most, refusal } = limits.passkeys
  if (known.length >= most) throw new Refusal(refusal, { most: String(most) })
  const { rows } = await sql<{ passkeyId: string; createdAt: Date }>`
    insert into passkeys (provider_id, contact_id, credential_id, public_key, counter, transports, name)
    values (${providerId}, ${contactId}, ${credentialId}, ${Buffer.from(publicKey)}, ${counter}, ${transports}, ${name})
    on conflict (credential_id) do nothing
    returning passkey_id as "passkeyId", created_at as "createdAt"`.execute(trx)
  if (!rows[0]) throw new Refusal('passkeyInvalid')
  return { passkeyId: rows[0].passkeyId, name, createdAt: rows[0].createdAt.toISOString(), lastUsedAt: null }
}

/** @returns whether the person has a passkey of this id */
export async function renamePasskey(
  db: Db,
  { providerId, contactId }: PersonKey,
  passkeyId: string,
  name: string
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update passkeys set name = ${name}
    where provider_id = ${providerId} and contact_id = ${contactId} and passkey_id::text = ${passkeyId}`.execute(db)
  return numAffectedRows > 0n
}

/** @returns its name; undefined where the person has no passkey of this id */
export async function deletePasskey(
  trx: Db,
  { providerId, contactId }: PersonKey,
  passkeyId: string
): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    delete from passkeys where provider_id = ${providerId} and contact_id = ${contactId} and passkey_id::text = ${passkeyId}
    returning name`.execute(trx)
  return rows[0]?.name
}

/** @returns their names, by person */
export async function deletePasskeysOf(
  trx: Db,
  owners: readonly PersonKey[]
): Promise<ReadonlyMap<number, readonly string[]>> {
  const [first] = owners
  if (!first) return new Map()
  const { rows } = await sql<{ contactId: number; names: string[] }>`
    with removed as (
      delete from passkeys where provider_id = ${first.providerId} and contact_id = any(${owners.map(({ contactId }) => contactId)}::int[])
      returning contact_id, name
    )
    select contact_id as "contactId", json_agg(name) as names from removed group by contact_id`.execute(trx)
  return new Map(rows.map(({ contactId, names }) => [contactId, names]))
}

export interface FoundPasskey extends VerifiedLogin {
  readonly credentialId: string
  readonly publicKey: Buffer
  readonly counter: number
}

export const ownerOfPasskey = (credentialId: string): RawBuilder<unknown> =>
  sql`select provider_id, contact_id from passkeys where credential_id = ${credentialId}`

/** Finds a passkey of a person who may log in. */
export async function findPasskey(db: Db, credentialId: string): Promise<FoundPasskey | undefined> {
  const { rows } = await sql<FoundPasskey>`
    select passkeys.provider_id as "providerId", shop_users.customer_id as "customerId", passkeys.contact_id as "contactId", shop_users.email_address as "userName",
           shop_users.password_hash as "passwordHash", passkeys.credential_id as "credentialId",
           passkeys.public_key as "publicKey", passkeys.counter
    from passkeys
    join contacts on contacts.provider_id = passkeys.provider_id and contacts.contact_id = passkeys.contact_id
    join shop_users on shop_users.provider_id = passkeys.provider_id and shop_users.contact_id = passkeys.contact_id
    where passkeys.credential_id = ${credentialId}
      and contacts.active and shop_users.rights <> 0 and shop_users.password_hash is not null`.execute(db)
  return rows[0]
}

export async function notePasskeyUse(db: Db, credentialId: string, counter: number): Promise<void> {
  await sql`
    update passkeys set counter = ${counter}, last_used_at = now() where credential_id = ${credentialId}`.execute(db)
}

/** The person who makes a passkey; null at a login, before the person is known. */
type ChallengeOwner = PersonKey | null

/**
 * Creates a challenge in base64url. It is valid once, for as long as the limit counts it.
 * @throws Refusal `tooManyTries`
 */
export async function newChallenge(db: Db, owner: ChallengeOwner, networks: Networks): Promise<string> {
  const challenge = newToken()
  const cidrs = networks.map(({ cidr }) => cidr)
  const { most, seconds, refusal } = limits.passkeyChallenges
  const shares = networks.map(({ share }) => share * most)
  // The widest network is a value that the planner knows, so that the index finds its addresses.
  const { rows } = await sql`
    with near as materialized (
      select address from passkey_challenges where address <<= ${cidrs.at(-1)}::cidr and expires_at > now()
    )
    insert into passkey_challenges (challenge_hash, provider_id, contact_id, address, expires_at)
    select ${tokenHash(challenge)}::bytea, ${owner?.providerId ?? null}::int, ${owner?.contactId ?? null}::int, ${networks[0].cidr}::cidr,
           now() + make_interval(secs => ${seconds})
    where not exists (
      select from unnest(${cidrs}::cidr[], ${shares}::int[]) as network (cidr, most)
      where (select count(*) from near where address <<= cidr) >= most)
    returning 1`.execute(db)
  if (rows.length === 0) throw new Refusal(refusal)
  return challenge
}

/**
 * Consumes a challenge, so that it cannot be answered again.
 * @returns whether the challenge was issued to this person and not answered before
 */
export async function takeChallenge(db: Db, owner: ChallengeOwner, challenge: string): Promise<boolean> {
  const { rows } = await sql`
    delete from passkey_challenges
    where challenge_hash = ${tokenHash(challenge)} and expires_at > now()
      and provider_id is not distinct from ${owner?.providerId ?? null}::int
      and contact_id is not distinct from ${owner?.contactId ?? null}::int
    returning 1`.execute(db)
  return rows.length > 0
}

/** Retention of challenges: nobody can answer a challenge after its expiry. */
export const challengeRetention = expiringTable('passkey_challenges', 'five minutes', () => sql`expires_at <= now()`)
