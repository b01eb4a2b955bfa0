import { contactFields } from '@customer-center/contract/contact'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { type FormRules, formRules } from '../field/form-rules.ts'
import { auditEntry } from '../../platform/saving/change.ts'
import { checkStillHas, rightOf } from './stored-contact.ts'
import type { Values } from './contact-rules.ts'
import { columnsOf, refusingTakenEmail } from './contact-store.ts'

export interface NewContact {
  readonly pvaid: number
  readonly contactId: number
  readonly sequenceNumber: number
  readonly form: FormRules
}

const numbersLock = 20_417_003

/**
 * The next free numbers of the provider's company, which stay free until the transaction ends, with the shop's lists. The numbers
 * are one more than the highest, because a provider's own import gives its own.
 * @throws Refusal `noRight` when the caller's right was taken meanwhile
 */
export async function prepareContact(trx: Kysely<Tables>, caller: Caller): Promise<NewContact> {
  const { company, id } = caller
  // By itself: what the next statement sees is fixed when it begins.
  await sql`select pg_advisory_xact_lock(${numbersLock}::int, ${company}::int)`.execute(trx)
  const { rows } = await sql<NewContact & { right: number | null }>`
    select coalesce((select max(id) from persons where company = ${company}), 0) + 1 as "contactId",
           coalesce((select max(pvaid) from contacts where company = ${company}), 0) + 1 as pvaid,
           coalesce((select max(sequence_number) from contacts where company = ${company} and id = ${id}), 0) + 1 as "sequenceNumber",
           ${formRules(company, 'contact', contactFields)} as form, ${rightOf(caller)} as right`.execute(trx)
  const [found] = rows
  if (!found) throw new Error('A select without a table gives one row.')
  checkStillHas(caller, found.right)
  return found
}

/** A person, a contact, with an address a login, and the audit row, in one statement. */
export async function addContact(
  trx: Kysely<Tables>,
  caller: Caller,
  { pvaid, contactId, sequenceNumber }: Pick<NewContact, 'pvaid' | 'contactId' | 'sequenceNumber'>,
  values: Values,
  passwordHash: string | null
): Promise<void> {
  const { company, id } = caller
  const person = { ...columnsOf(values, 'p'), company, id: contactId }
  const link = { company, id, pvaid, contact_company: company, contact_id: contactId }
  const contact = { ...columnsOf(values, 'c'), ...link, sequence_number: sequenceNumber }
  const login = { ...columnsOf(values, 's'), company, id, pvaid, password_hash: passwordHash }
  const into = (table: string, row: object) =>
    sql`insert into ${sql.table(table)} (${sql.join(Object.keys(row).map((name) => sql.ref(name)))})
      values (${sql.join(Object.values(row))})`
  const key = { company, id, pvaid }
  const change = { fields: contactFields, before: null, after: values }
  const entry = auditEntry(caller, { action: 'create', resource: 'contact', key, ...change })
  const parts = [
    sql`person as (${into('persons', person)})`,
    sql`entry as (${entry})`,
    ...(typeof values.shopEmail === 'string' ? [sql`login as (${into('shop_users', login)})`] : [])
  ]
  await refusingTakenEmail(() => sql`with ${sql.join(parts)} ${into('contacts', contact)}`.execute(trx))
}
