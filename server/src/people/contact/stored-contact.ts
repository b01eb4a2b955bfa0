import { type Contact, contactFields } from '@customer-center/contract/contact'
import { Right, rightName } from '@customer-center/contract/rights'
import { type Kysely, sql } from 'kysely'
import { prepared } from '../../platform/database/prepared.ts'
import { query } from '../../platform/database/query.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { FormRules } from '../plan-changes.ts'
import { codesOf, formRules } from '../field/form-rules.ts'
import { contactColumns, type StoredName } from './contact.columns.ts'
import type { Actor } from '../../platform/http/caller.ts'

const numbersLock = 20_417_003

/**
 * Keeps the next numbers of the provider's persons, customers and contacts free until the transaction ends. It is a
 * statement of its own, before they are read: a statement sees the data of when it begins.
 */
export async function lockNumbers(trx: Kysely<Tables>, company: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${numbersLock}::int, ${company}::int)`.execute(trx)
}

/** A contact as it is stored. */
export interface StoredContact {
  readonly values: Pick<Contact, StoredName>
  readonly pvaid: number
  readonly contactId: number
  readonly version: number
  readonly form: FormRules
  /** Whether the person has stored data that a second customer of the provider shows too. */
  readonly shared: boolean
  /** Whether an operator has locked the contact. */
  readonly locked: boolean
  /** Whether there is a row for the login. */
  readonly hasShopUser: boolean
  /** Whether the person has or had a right or a password. */
  readonly hadLogin: boolean
  /** Whether the person has never chosen the password: there is none, or a generated one. */
  readonly passwordPending: boolean
  /** Active admins of the customer besides this contact. */
  readonly otherAdmins: number
}

/** The key of a contact of the actor's customer: a person is one customer's contact once. */
export type ContactKey = { readonly pvaid: number } | { readonly contactId: number }

/**
 * Runs a transaction for changes of a login. They wait here for others of the same customer before anything is read: of
 * two admins who demote each other the second then sees that the first one's right is gone. The lock is not FOR UPDATE,
 * because foreign keys of other writes may go on.
 */
export function inLoginTransaction<Result>(
  db: Kysely<Tables>,
  { company, id }: Actor,
  work: (trx: Kysely<Tables>) => Promise<Result>
): Promise<Result> {
  return inTransaction(db, async (trx) => {
    const customer = trx.selectFrom('customers').select('id').where('company', '=', company).where('id', '=', id)
    if (!(await customer.forNoKeyUpdate().executeTakeFirst())) throw new Refusal('noSuchContact')
    return work(trx)
  })
}

/** Returns SQL of the actor's right as it is now, which may have been taken since the session was checked. */
function rightNow(company: string, pvaid: string): string {
  return `(select s.rights from shop_users s join contacts c on c.company = s.company and c.pvaid = s.pvaid
    where s.company = ${company} and s.pvaid = ${pvaid} and c.active)`
}

/** @throws Refusal `noRight` */
function checkStillHas({ right }: Actor, now: number | null): void {
  if (rightName(now) !== right) throw new Refusal('noRight')
}

interface Found extends Pick<
  StoredContact,
  'pvaid' | 'contactId' | 'version' | 'form' | 'shared' | 'passwordPending' | 'otherAdmins'
> {
  readonly c: Record<string, unknown>
  readonly p: Record<string, unknown>
  readonly s: Record<string, unknown> | null
  readonly right: number | null
}

// SQL of the row: $1 is the company, $2 the customer, $3 the actor, $4 whether it is an admin, $5 the codes, $6 the
// key. A private customer is a person and may be its own contact; only an admin may rename a customer.
const readBy = (column: string) =>
  prepared(`
  select to_json(c) as c, to_json(p) as p, to_json(s) as s, c.pvaid, c.contact_id as "contactId", c.version,
         exists (select from contacts o where o.contact_company = p.company and o.contact_id = p.id and o.id <> $2)
           or exists (select from customers k where k.company = $1 and k.id = p.id and (k.id <> $2 or not $4::boolean)) as shared,
         ${rightNow('$1', '$3')} as right,
         (s.password_hash is null or s.password_must_change) as "passwordPending",
         (select count(*) from shop_users a join contacts ac on ac.company = a.company and ac.pvaid = a.pvaid
          where a.company = c.company and a.id = c.id and a.pvaid <> c.pvaid
            and a.rights = ${Right.admin} and ac.active) as "otherAdmins",
         ${formRules('contact', '$1', '$5')} as form
  from contacts c
  join persons p on p.company = c.contact_company and p.id = c.contact_id
  left join shop_users s on s.company = c.company and s.pvaid = c.pvaid
  where c.company = $1 and c.id = $2 and c.${column} = $6 and c.erased_at is null`)
const byPvaid = readBy('pvaid')
const byContactId = readBy('contact_id')

/**
 * Reads a contact of the actor's customer, with the shop's lists for the fields that the write names.
 * @throws Refusal `noSuchContact`, the same for another customer's; `noRight` when the actor's right was taken meanwhile
 */
export async function readStoredContact(
  db: Kysely<Tables>,
  actor: Actor,
  key: ContactKey,
  names: readonly string[]
): Promise<StoredContact> {
  const { company, id, pvaid, right } = actor
  const [text, value] = 'pvaid' in key ? [byPvaid, key.pvaid] : [byContactId, key.contactId]
  const codes = codesOf(contactFields, names)
  const [found] = await query<Found>(db, text, [company, id, pvaid, right === 'admin', codes, value])
  if (!found) throw new Refusal('noSuchContact')
  const { c, p, s, right: now, ...row } = found
  checkStillHas(actor, now)
  const rows = { c, p, s }
  const values = contactColumns.map(({ name, table, column }) => [name, rows[table]?.[column] ?? null])
  const stored = Object.fromEntries(values) as Pick<Contact, StoredName>
  return {
    ...row,
    values: { ...stored, webshopRights: stored.webshopRights ?? Right.none },
    locked: c['locked_at'] !== null,
    hasShopUser: s !== null,
    hadLogin: (s ?? c)['had_login'] === true
  }
}

/** What a new contact gets. */
export interface NewContact {
  readonly pvaid: number
  readonly contactId: number
  readonly sequenceNumber: number
  readonly form: FormRules
}

const readNext = `
  select coalesce((select max(id) from persons where company = $1), 0) + 1 as "contactId",
         coalesce((select max(pvaid) from contacts where company = $1), 0) + 1 as pvaid,
         coalesce((select max(sequence_number) from contacts where company = $1 and id = $2), 0) + 1 as "sequenceNumber",
         ${formRules('contact', '$1', '$4')} as form, ${rightNow('$1', '$3')} as right`

/**
 * The next free numbers of the provider's company, which stay free until the transaction ends, with the shop's lists. The numbers
 * are one more than the highest, because a provider's import brings its own.
 * @throws Refusal `noRight` when the actor's right was taken meanwhile
 */
export async function readNewContact(trx: Kysely<Tables>, actor: Actor): Promise<NewContact> {
  const { company, id, pvaid } = actor
  await lockNumbers(trx, company)
  const values = [company, id, pvaid, codesOf(contactFields)]
  const [found] = await query<NewContact & { right: number | null }>(trx, readNext, values)
  if (!found) throw new Error('A select without a table gives one row.')
  checkStillHas(actor, found.right)
  return found
}
