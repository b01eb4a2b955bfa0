import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { rightName } from '@customer-center/contract/rights'
import type { SessionOwner } from '../../../account/index.ts'
import type { Db } from '../../../platform/database/query.ts'
import { expiringTable } from '../../../platform/database/retention.ts'
import type { Actor } from '../../../platform/http/caller.ts'
import type { PersonKey } from '../../../platform/personal-data/person.ts'

/** A new address that waits for its owner's confirmation. */
export interface PendingEmailChange {
  readonly changeId: string
  readonly oldAddress: string
  readonly newAddress: string
  readonly requestedAt: Date
  readonly expiresAt: Date
}

// SQL of the changes that still wait. A change ends when its time is over, when the person loses the access, and when
// the address or password changes: a person who sets a password because a stranger was in the account must not lose the
// address to that stranger later.
const from = sql`
  email_changes as change
  join shop_users as users on users.provider_id = change.provider_id and users.contact_id = change.contact_id
  join contacts on contacts.provider_id = users.provider_id and contacts.contact_id = users.contact_id`
const pending = sql`
  change.expires_at > now() and users.rights <> 0 and contacts.active and users.email_address = change.old_address
  and users.password_hash is not distinct from change.password_hash`
const columns = sql`
  change.change_id as "changeId", change.old_address as "oldAddress", change.new_address as "newAddress",
  change.requested_at as "requestedAt", change.expires_at as "expiresAt"`

/** Tells whether another shop user of the customer logs in with the address. */
export async function isTakenAddress(
  trx: Db,
  { providerId, customerId, contactId }: SessionOwner,
  address: string
): Promise<boolean> {
  const { rows } = await sql`
    select from shop_users where provider_id = ${providerId} and customer_id = ${customerId} and contact_id <> ${contactId}
      and lower(email_address) = lower(${address})`.execute(trx)
  return rows.length > 0
}

/**
 * Stores a new address for 24 hours; replaces an earlier one of the same shop user, whose links then no longer work.
 * @returns the number by which jobs name the change
 */
export async function storeEmailChange(
  trx: Db,
  { providerId, contactId }: PersonKey,
  newAddress: string
): Promise<string> {
  const changeId = randomUUID()
  await sql`
    insert into email_changes (provider_id, contact_id, change_id, old_address, new_address, password_hash)
    select provider_id, contact_id, ${changeId}::uuid, email_address, ${newAddress}, password_hash
    from shop_users where provider_id = ${providerId} and contact_id = ${contactId}
    on conflict (provider_id, contact_id) do update set
      change_id = excluded.change_id, old_address = excluded.old_address, new_address = excluded.new_address,
      password_hash = excluded.password_hash, confirm_hash = null, stop_hash = null,
      requested_at = excluded.requested_at, expires_at = excluded.expires_at`.execute(trx)
  return changeId
}

export async function findPendingChange(
  db: Db,
  { providerId, contactId }: PersonKey
): Promise<PendingEmailChange | undefined> {
  const { rows } = await sql<PendingEmailChange>`
    select ${columns} from ${from}
    where change.provider_id = ${providerId} and change.contact_id = ${contactId} and ${pending}`.execute(db)
  return rows[0]
}

export type LinkPurpose = 'confirm' | 'stop'

const openLink = {
  confirm: (hash: Buffer) => sql`confirm_hash = ${hash}, expires_at = now() + interval '24 hours'`,
  stop: (hash: Buffer) => sql`stop_hash = ${hash}`
}

/**
 * Stores the hash of a link: a link to confirm the address works for 24 hours and replaces an earlier one; a link to
 * stop the change works for as long as the change waits.
 * @returns undefined when the change is no longer wanted
 */
export async function storeLink(
  db: Db,
  changeId: string,
  purpose: LinkPurpose,
  hash: Buffer
): Promise<PendingEmailChange | undefined> {
  const { rows } = await sql<PendingEmailChange>`
    with wanted as (select change.change_id from ${from} where change.change_id = ${changeId}::uuid and ${pending})
    update email_changes as change set ${openLink[purpose](hash)}
    from wanted where change.change_id = wanted.change_id
    returning ${columns}`.execute(db)
  return rows[0]
}

export interface LinkedEmailChange extends Actor, PendingEmailChange {
  readonly purpose: LinkPurpose
  readonly customerNumber: string
}

/**
 * @param providerId accepts only links of this company; undefined: of every company
 * @returns undefined for a link that opens nothing, whatever the reason
 */
export async function findLinkedChange(
  db: Db,
  hash: Buffer,
  providerId?: number
): Promise<LinkedEmailChange | undefined> {
  const { rows } = await sql<Omit<LinkedEmailChange, 'right'> & { rights: number }>`
    select users.provider_id as "providerId", users.customer_id as "customerId", users.contact_id as "contactId", users.rights,
           contacts.person_id as "personId", customers.number as "customerNumber", ${columns},
           case when change.confirm_hash = ${hash} then 'confirm' else 'stop' end as purpose
    from ${from}
    join customers on customers.provider_id = users.provider_id and customers.customer_id = users.customer_id
    where (change.confirm_hash = ${hash} or change.stop_hash = ${hash}) and ${pending}
      and (${providerId ?? null}::int is null or change.provider_id = ${providerId ?? null})`.execute(db)
  if (!rows[0]) return undefined
  const { rights, ...change } = rows[0]
  return { ...change, right: rightName(rights) }
}

/** Deletes the changes of shop users that are done or no longer wanted. */
export async function deleteEmailChanges(trx: Db, providerId: number, contacts: readonly number[]): Promise<void> {
  if (contacts.length === 0) return
  await sql`delete from email_changes where provider_id = ${providerId} and contact_id = any(${contacts})`.execute(trx)
}

/** Retention of changes: nobody can confirm a change after its expiry. */
export const emailChangeRetention = expiringTable(
  'email_changes',
  'as long as their links',
  () => sql`expires_at < now()`
)
