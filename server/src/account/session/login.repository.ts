import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/query.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import type { Networks } from '../../platform/http/client-address.ts'
import {
  type NotedLogin,
  notingLogins,
  notingRefusedLogin,
  unknownCustomer
} from '../contact-access/contact-access.repository.ts'
import { ownHashPrefix } from '../password/passwords.ts'
import { normalizeUserName } from './login-attempt.repository.ts'
import type { SessionOwner, VerifiedLogin } from './session.repository.ts'

export interface LoginAttempt {
  readonly customerNumber: string
  readonly userName: string
  readonly password: string
  readonly networks: Networks
  /** Admits only a customer of this company of the provider's. */
  readonly providerId?: number | undefined
}

export interface Candidate extends SessionOwner {
  readonly email_address: string
  readonly password_hash: string | null
  /** Whether the contact is active and the right allows a login. */
  readonly open: boolean
  /** Whether the password is a generated one that has expired or was mailed to a former address. */
  readonly expired: boolean
}

/** SQL query of the shop users with a name: several, if companies of the provider use the same customer number. */
export const shopUsersOfName = ({ customerNumber, userName, providerId }: LoginAttempt): RawBuilder<unknown> => sql`
  select users.* from customers
  join shop_users as users on users.provider_id = customers.provider_id and users.customer_id = customers.customer_id
  where customers.number = ${customerNumber} and lower(users.email_address) = ${normalizeUserName(userName)}
    and (${providerId ?? null}::int is null or users.provider_id = ${providerId ?? null})`

export async function findCandidates(db: Db, login: LoginAttempt): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select users.provider_id as "providerId", users.customer_id as "customerId", users.contact_id as "contactId", users.email_address, users.password_hash,
           contacts.active and users.rights <> 0 as open,
           coalesce(users.password_expires_at <= now(), false)
             or coalesce(lower(users.password_address) <> lower(users.email_address), false) as expired
    from (${shopUsersOfName(login)}) users
    join contacts on contacts.provider_id = users.provider_id and contacts.contact_id = users.contact_id
    order by users.provider_id`.execute(db)
  return rows
}

const isImported = sql`password_hash not like ${sql.lit(`${ownHashPrefix}%`)}`

/** Number of persons for whom a login with an unknown customer number is recorded. */
const maxOfAddress = 20

/** SQL query of the persons with an e-mail address, if no customer has the number. */
const shopUsersOfUnknownCustomer = ({ customerNumber, userName, providerId }: LoginAttempt) => sql`
  select provider_id, contact_id from shop_users
  where lower(email_address) = ${normalizeUserName(userName)} and (${providerId ?? null}::int is null or provider_id = ${providerId ?? null})
    and not exists (select from customers where number = ${customerNumber}
                    and (${providerId ?? null}::int is null or customers.provider_id = ${providerId ?? null}))
  limit ${maxOfAddress}`

/**
 * Records a refused login by password for each person with the name, or with its e-mail address alone if the customer
 * number is unknown: their provider can tell them the number. Finds one hash for each kind (scheme and cost) of
 * imported hashes that were not replaced yet, for at most thirty kinds, in case a system chose costs at random. Each
 * step takes the first hash that sorts after all hashes of the previous kind: no character of a hash sorts after the
 * tilde.
 */
export async function noteRefusedLogin(db: Db, login: LoginAttempt, refused: readonly NotedLogin[]): Promise<string[]> {
  const noting = refused.some(({ person }) => person)
    ? notingLogins('password', refused)
    : notingRefusedLogin('password', unknownCustomer, shopUsersOfUnknownCustomer(login))
  const next = sql`select password_hash as hash from shop_users where ${isImported}`
  const { rows } = await sql<{ hash: string }>`
    with recursive noted as (${noting}), found as (
      (${next} order by password_hash collate "C" limit 1)
      union all
      select following.hash from found, lateral (
        ${next} and password_hash collate "C" >
          coalesce(substring(found.hash from '^[$][^$]+[$](?:v=[0-9]+[$])?[^$]+[$]'), found.hash) || '~'
        order by password_hash collate "C" limit 1) following
    )
    select hash from found limit 30`.execute(db)
  return rows.map(({ hash }) => hash)
}

/**
 * Replaces an imported hash by the server's own hash of the same password. Also updates rows that refer to the password
 * by its hash and become invalid with it: mails and changes of the address that wait for their links, and addresses of
 * calendars.
 * @returns false if the password has changed since
 */
export function replaceHash(
  db: Db,
  { providerId, contactId, passwordHash: before }: VerifiedLogin,
  after: string
): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const { rows } = await sql`
    with replaced as (
      update shop_users set password_hash = ${after}
      where provider_id = ${providerId} and contact_id = ${contactId} and password_hash = ${before} returning provider_id, contact_id
    ), mails as (
      update password_mails set password_hash = ${after} from replaced
      where (password_mails.provider_id, password_mails.contact_id, password_hash) = (replaced.provider_id, replaced.contact_id, ${before})
    ), changes as (
      update email_changes set password_hash = ${after} from replaced
      where (email_changes.provider_id, email_changes.contact_id, password_hash) = (replaced.provider_id, replaced.contact_id, ${before})
    ), feeds as (
      update calendar_feeds set password_hash = ${after} from replaced
      where (calendar_feeds.provider_id, calendar_feeds.contact_id, password_hash) = (replaced.provider_id, replaced.contact_id, ${before})
    )
    select from replaced`.execute(trx)
    return rows.length > 0
  })
}

export async function storedHash(db: Db, { providerId, contactId }: SessionOwner): Promise<string | null> {
  const { rows } = await sql<{ hash: string | null }>`
    select password_hash as hash from shop_users where provider_id = ${providerId} and contact_id = ${contactId}`.execute(
    db
  )
  return rows[0]?.hash ?? null
}
