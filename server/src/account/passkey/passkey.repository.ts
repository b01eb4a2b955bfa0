import type { PasskeyEntry } from '@customer-center/contract/passkey'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { VerifiedLogin } from '../session/session.repository.ts'

type Owner = Pick<Caller, 'company' | 'pvaid'>

/** What the browser made, once it has been checked. */
export interface NewPasskey {
  readonly credentialId: string
  readonly publicKey: Uint8Array
  readonly counter: number
  readonly transports: readonly string[]
  readonly name: string
}

/** Of one person: more than anybody has devices. */
const mostPasskeys = 20

/** The passkeys of the person, the newest first. */
export async function listPasskeys(db: Kysely<Tables>, { company, pvaid }: Owner): Promise<PasskeyEntry[]> {
  const rows = await db
    .selectFrom('passkeys')
    .select(['passkey_id', 'name', 'created_at', 'last_used_at'])
    .where('company', '=', company)
    .where('pvaid', '=', pvaid)
    .orderBy('created_at', 'desc')
    .orderBy('passkey_id')
    .execute()
  return rows.map((row) => ({
    passkeyId: row.passkey_id,
    name: row.name,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null
  }))
}

/** What a browser needs to know of the person's passkeys, so that a device does not make a second one. */
export async function listCredentials(
  db: Kysely<Tables>,
  { company, pvaid }: Owner
): Promise<{ id: string; transports: string[] }[]> {
  return db
    .selectFrom('passkeys')
    .select(['credential_id as id', 'transports'])
    .where('company', '=', company)
    .where('pvaid', '=', pvaid)
    .execute()
}

/**
 * Keeps a passkey of the caller, whose session is locked until the transaction ends: what ends the sessions for a change of the login
 * waits, and then removes this passkey too.
 * @throws Refusal `notLoggedIn` when the session has ended meanwhile, `tooManyPasskeys`, `passkeyInvalid` for one that is kept already
 */
export async function insertPasskey(
  trx: Kysely<Tables>,
  { company, pvaid, family }: Pick<Caller, 'company' | 'pvaid' | 'family'>,
  { credentialId, publicKey, counter, transports, name }: NewPasskey
): Promise<PasskeyEntry> {
  const session = await trx
    .selectFrom('sessions')
    .select('family')
    .where('family', '=', family)
    .where('kind', '=', 'access')
    .where('revoked_at', 'is', null)
    .forShare()
    .execute()
  if (session.length === 0) throw new Refusal('notLoggedIn')
  const known = await listCredentials(trx, { company, pvaid })
  if (known.length >= mostPasskeys) throw new Refusal('tooManyPasskeys', { most: String(mostPasskeys) })
  const row = await trx
    .insertInto('passkeys')
    .values({
      company,
      pvaid,
      credential_id: credentialId,
      public_key: Buffer.from(publicKey),
      counter,
      transports: [...transports],
      name
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning(['passkey_id', 'created_at'])
    .executeTakeFirst()
  if (!row) throw new Refusal('passkeyInvalid')
  return { passkeyId: row.passkey_id, name, createdAt: row.created_at.toISOString(), lastUsedAt: null }
}

export async function renamePasskey(
  db: Kysely<Tables>,
  { company, pvaid }: Owner,
  passkeyId: string,
  name: string
): Promise<void> {
  await db
    .updateTable('passkeys')
    .set({ name })
    .where('company', '=', company)
    .where('pvaid', '=', pvaid)
    .where(sql<string>`passkey_id::text`, '=', passkeyId)
    .execute()
}

/** @returns its name; undefined where the person has none of this id */
export async function deletePasskey(
  trx: Kysely<Tables>,
  { company, pvaid }: Owner,
  passkeyId: string
): Promise<string | undefined> {
  const row = await trx
    .deleteFrom('passkeys')
    .where('company', '=', company)
    .where('pvaid', '=', pvaid)
    .where(sql<string>`passkey_id::text`, '=', passkeyId)
    .returning('name')
    .executeTakeFirst()
  return row?.name
}

/** In the transaction of a change that may mean that somebody else had the login. */
export async function deletePasskeysOf(trx: Kysely<Tables>, { company, pvaid }: Owner): Promise<void> {
  await trx.deleteFrom('passkeys').where('company', '=', company).where('pvaid', '=', pvaid).execute()
}

export async function deletePasskeysOfContacts(
  trx: Kysely<Tables>,
  company: number,
  pvaids: readonly number[]
): Promise<void> {
  if (pvaids.length === 0) return
  await trx.deleteFrom('passkeys').where('company', '=', company).where('pvaid', 'in', pvaids).execute()
}

/** A passkey with what its login needs. */
export interface FoundPasskey extends VerifiedLogin {
  readonly credentialId: string
  readonly publicKey: Buffer
  readonly counter: number
}

/** Of a person who may log in. */
export async function findPasskey(db: Kysely<Tables>, credentialId: string): Promise<FoundPasskey | undefined> {
  const { rows } = await sql<FoundPasskey>`
    select passkeys.company, shop_users.id, passkeys.pvaid, shop_users.email_address as "userName",
           shop_users.password_hash as "passwordHash", passkeys.credential_id as "credentialId",
           passkeys.public_key as "publicKey", passkeys.counter
    from passkeys
    join contacts on contacts.company = passkeys.company and contacts.pvaid = passkeys.pvaid
    join shop_users on shop_users.company = passkeys.company and shop_users.pvaid = passkeys.pvaid
    where passkeys.credential_id = ${credentialId}
      and contacts.active and shop_users.rights <> 0 and shop_users.password_hash is not null`.execute(db)
  return rows[0]
}

export async function notePasskeyUse(db: Kysely<Tables>, credentialId: string, counter: number): Promise<void> {
  await db
    .updateTable('passkeys')
    .set({ counter, last_used_at: sql<Date>`now()` })
    .where('credential_id', '=', credentialId)
    .execute()
}
