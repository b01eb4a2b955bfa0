import { sql } from 'kysely'
import { type Contact, contactFields } from '@customer-center/contract/contact'
import type { FieldTable } from '@customer-center/contract/field-codes'
import { Right, rightName } from '@customer-center/contract/rights'
import { prepared } from '../../../platform/database/prepared.ts'
import type { Db } from '../../../platform/database/query.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import type { Actor } from '../../../platform/http/caller.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import type { PersonKey } from '../../../platform/personal-data/person.ts'
import { resourcesOfContact } from '../../../records/rows/audit-resources.ts'
import type { AuditChange } from '../../../records/rows/audit.ts'
import { rowIn } from '../../../records/rows/tables.ts'
import { writeRow } from '../../../records/rows/write-row.ts'
import { undoSeconds } from '../../../records/saving/undo.ts'
import { codesOf, formRules, type FormRules } from '../../field/index.ts'
import { contactColumns, type StoredName, columnsIn } from './contact.columns.ts'

const numbersLock = 20_417_003

/**
 * The lowest number that the server assigns to a person or customer. Numbers that a provider's rows bring are lower, so
 * they never collide with assigned ones.
 */
export const firstAssignedPerson = 500_000_000

/** SQL expression for the highest number of a company's persons; the next number is free. */
export const highestPerson = (provider: string): string =>
  `greatest((select max(person_id) from persons where provider_id = ${provider}), ${firstAssignedPerson - 1})`

/**
 * Keeps the next numbers of the provider's persons, customers and contacts free until the transaction ends. The lock is
 * a separate statement before the numbers are read, because a statement sees only data committed before it began.
 */
export async function lockNumbers(trx: Db, providerId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${numbersLock}::int, ${providerId}::int)`.execute(trx)
}

export interface StoredContact {
  readonly values: Pick<Contact, StoredName>
  readonly contactId: number
  readonly personId: number
  readonly version: number
  readonly form: FormRules
  /** Whether a second customer of the provider shows the person's stored data, too. */
  readonly shared: boolean
  readonly isLockedByOperator: boolean
  readonly hasShopUser: boolean
  /** Whether the person has or had a right or a password. */
  readonly hadLogin: boolean
  /** Whether the person has never chosen a password: there is none, or a generated one. */
  readonly passwordPending: boolean
  /** The number of the customer's other active admins. */
  readonly otherAdmins: number
}

/** The key of a contact of the actor's customer; a person is a contact of a customer only once. */
export type ContactKey = { readonly contactId: number } | { readonly personId: number }

/**
 * Runs a transaction for changes of a login. The transactions of one customer wait for each other before they read
 * anything: if two admins demote each other, the second one sees that its own right was taken. The lock is weaker than
 * FOR UPDATE, so that writes with foreign keys to the customer need not wait.
 */
export function inLoginTransaction<Result>(
  db: Db,
  { providerId, customerId }: Actor,
  work: (trx: Db) => Promise<Result>
): Promise<Result> {
  return inTransaction(db, async (trx) => {
    const { rows } = await sql`
      select from customers where provider_id = ${providerId} and customer_id = ${customerId} for no key update`.execute(
      trx
    )
    if (rows.length === 0) throw new Refusal('noSuchContact')
    return work(trx)
  })
}

/** Returns SQL of the actor's current right, which may have changed since the session was checked. */
function rightNow(provider: string, contact: string): string {
  return `(select s.rights from shop_users s join contacts c on c.provider_id = s.provider_id and c.contact_id = s.contact_id
    where s.provider_id = ${provider} and s.contact_id = ${contact} and c.active)`
}

/** @throws Refusal `noRight` */
function checkStillHas({ right }: Actor, now: number | null): void {
  if (rightName(now) !== right) throw new Refusal('noRight')
}

interface FoundContact extends Pick<
  StoredContact,
  'contactId' | 'personId' | 'version' | 'form' | 'shared' | 'passwordPending' | 'otherAdmins'
> {
  readonly c: Record<string, unknown>
  readonly p: Record<string, unknown>
  readonly s: Record<string, unknown> | null
  readonly right: number | null
}

// SQL of the row: $1 is the company, $2 the customer, $3 the actor, $4 whether it is an admin, $5 the codes, $6 the
// key. A private customer is a person and may be its own contact; only an admin may rename a customer.
const readBy = (column: string) =>
  prepared<FoundContact>(`
  select to_json(c) as c, to_json(p) as p, to_json(s) as s, c.contact_id as "contactId", c.person_id as "personId", c.version,
         exists (select from contacts o where o.provider_id = p.provider_id and o.person_id = p.person_id and o.customer_id <> $2)
           or exists (select from customers k where k.provider_id = $1 and k.customer_id = p.person_id and (k.customer_id <> $2 or not $4::boolean)) as shared,
         ${rightNow('$1', '$3')} as right,
         (s.password_hash is null or s.password_must_change) as "passwordPending",
         (select count(*) from shop_users a join contacts ac on ac.provider_id = a.provider_id and ac.contact_id = a.contact_id
          where a.provider_id = c.provider_id and a.customer_id = c.customer_id and a.contact_id <> c.contact_id
            and a.rights = ${Right.admin} and ac.active) as "otherAdmins",
         ${formRules('contact', '$1', '$5')} as form
  from contacts c
  join persons p on p.provider_id = c.provider_id and p.person_id = c.person_id
  left join shop_users s on s.provider_id = c.provider_id and s.contact_id = c.contact_id
  where c.provider_id = $1 and c.customer_id = $2 and c.${column} = $6 and c.erased_at is null`)
const byContact = readBy('contact_id')
const byPerson = readBy('person_id')

/**
 * Reads a contact of the actor's customer, with the shop's lists for the fields that the write names.
 * @throws Refusal `noSuchContact`, also for another customer's contact; `noRight` if the actor's right was taken
 * meanwhile
 */
export async function readStoredContact(
  db: Db,
  actor: Actor,
  key: ContactKey,
  names: readonly string[]
): Promise<StoredContact> {
  const { providerId, customerId, contactId, right } = actor
  const [read, value] = 'contactId' in key ? [byContact, key.contactId] : [byPerson, key.personId]
  const codes = codesOf(contactFields, names)
  const [found] = await read(db, [providerId, customerId, contactId, right === 'admin', codes, value])
  if (!found) throw new Refusal('noSuchContact')
  const { c, p, s, right: now, ...row } = found
  checkStillHas(actor, now)
  const rows = { c, p, s }
  const values = contactColumns.map(({ name, table, column }) => [name, rows[table]?.[column] ?? null])
  const stored = Object.fromEntries(values) as Pick<Contact, StoredName>
  return {
    ...row,
    values: { ...stored, webshopRights: stored.webshopRights ?? Right.none },
    isLockedByOperator: c['locked_at'] !== null,
    hasShopUser: s !== null,
    hadLogin: (s ?? c)['had_login'] === true
  }
}

export interface NewContactNumbers {
  readonly contactId: number
  readonly personId: number
  readonly sequenceNumber: number
  readonly form: FormRules
}

const readNext = prepared<NewContactNumbers & { right: number | null }>(`
  select ${highestPerson('$1')} + 1 as "personId",
         coalesce((select max(contact_id) from contacts where provider_id = $1), 0) + 1 as "contactId",
         coalesce((select max(sequence_number) from contacts where provider_id = $1 and customer_id = $2), 0) + 1 as "sequenceNumber",
         ${formRules('contact', '$1', '$4')} as form, ${rightNow('$1', '$3')} as right`)

/**
 * Reads the next free numbers of the provider's company, which stay free until the transaction ends, and the shop's
 * lists. The numbers are one more than the highest stored one, because imports bring numbers of the provider's.
 * @throws Refusal `noRight` when the actor's right was taken meanwhile
 */
export async function readNewContact(trx: Db, actor: Actor): Promise<NewContactNumbers> {
  const { providerId, customerId, contactId } = actor
  await lockNumbers(trx, providerId)
  const values = [providerId, customerId, contactId, codesOf(contactFields)]
  const [found] = await readNext(trx, values)
  if (!found) throw new Error('A select without a table gives one row.')
  checkStillHas(actor, found.right)
  return found
}

/** The resource and field names under which the audit records the changes. */
export type ContactRecord<Fields extends FieldTable = FieldTable> = Pick<
  AuditChange<Fields>,
  'resource' | 'fields' | 'before' | 'after'
>

/**
 * Writes a contact and its person with the next version; writes nothing if nothing changes.
 * @returns the version that is stored now
 * @throws WriteConflict when somebody else has written since the contact was read
 */
export async function updateContact(
  db: Db,
  actor: Actor,
  { contactId, personId, version }: StoredContact,
  changed: Partial<Contact>,
  record: ContactRecord
): Promise<number> {
  if (Object.keys(changed).length === 0) return version
  const { providerId, customerId } = actor
  const key = { provider_id: providerId, customer_id: customerId, contact_id: contactId }
  const person = columnsIn('p', contactColumns, changed)
  // If a private customer is its own contact, this save changes its person, so an open form of the company has missed a
  // change, too. The customer's row is written first, as in a save of the company, so that the two saves cannot
  // deadlock.
  const isCustomer = personId === customerId && Object.keys(person).length > 0
  return writeRow(db, {
    actor,
    ...(isCustomer && {
      first: rowIn('customers', { provider_id: providerId, customer_id: customerId }, {}, { versioned: true })
    }),
    row: rowIn('contacts', key, columnsIn('c', contactColumns, changed), { versioned: true }),
    version,
    parts: [rowIn('persons', { provider_id: providerId, person_id: personId }, person)],
    change: { action: 'update', ...record }
  })
}

/**
 * Tells whether changes of right and active flag take back the only change of the contact within the time to undo a
 * save, which the same person made. An undo cannot be taken back so: it would be a second change.
 */
export async function isUndo(
  db: Db,
  { providerId, customerId, contactId: author }: Actor,
  { contactId, values }: Pick<StoredContact, 'contactId' | 'values'>,
  changed: Partial<Contact>
): Promise<boolean> {
  const undone = (['webshopRights', 'active'] as const).filter((name) => changed[name] !== undefined)
  if (undone.length < Object.keys(changed).length) return false
  const last = undone.map((name) => [contactFields[name].code, { old: changed[name], new: values[name] }])
  const { rows } = await sql`
    select from (
      select actor_contact_id, changes, count(*) over () as entries from audit_entries
      where provider_id = ${providerId} and customer_id = ${customerId} and at > now() - make_interval(secs => ${undoSeconds})
        and resource = any(${resourcesOfContact}) and key->>'contactId' = ${String(contactId)}
    ) as entry
    where entries = 1 and actor_contact_id = ${author} and changes = ${JSON.stringify(Object.fromEntries(last))}::jsonb`.execute(
    db
  )
  return rows.length > 0
}

export async function insertContact(
  trx: Db,
  actor: Actor,
  { contactId, personId, sequenceNumber }: NewContactNumbers,
  values: Partial<Contact>
): Promise<void> {
  const { providerId, customerId } = actor
  const key = { provider_id: providerId, customer_id: customerId, contact_id: contactId }
  const link = { person_id: personId, sequence_number: sequenceNumber }
  await writeRow(trx, {
    actor,
    parts: [rowIn('persons', { provider_id: providerId, person_id: personId }, columnsIn('p', contactColumns, values))],
    row: rowIn('contacts', key, { ...link, ...columnsIn('c', contactColumns, values) }),
    change: { action: 'create', resource: 'contact', fields: contactFields, before: null, after: values }
  })
}

/**
 * Makes a contact inactive and locks it, as only an operator does: without the lock, the provider or the customer's
 * admins could make it active again.
 */
export async function lockContact(trx: Db, { providerId, contactId }: PersonKey): Promise<void> {
  await sql`
    update contacts set active = false, locked_at = coalesce(locked_at, now()), version = version + 1
    where provider_id = ${providerId} and contact_id = ${contactId} and (active or locked_at is null)`.execute(trx)
}

export async function unlockContact(trx: Db, { providerId, contactId }: PersonKey): Promise<void> {
  await sql`
    update contacts set active = true, locked_at = null, version = version + 1
    where provider_id = ${providerId} and contact_id = ${contactId} and (not active or locked_at is not null)`.execute(
    trx
  )
}
