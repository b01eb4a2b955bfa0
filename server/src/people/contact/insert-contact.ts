import { contactFields } from '@customer-center/contract/contact'
import { CompiledQuery, type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { auditEntry } from '../../platform/saving/audit.ts'
import { insertion } from '../columns.ts'
import type { FormRules } from '../plan-changes.ts'
import { codesOf, formRules } from '../field/form-rules.ts'
import type { Values } from './contact-rules.ts'
import { contactColumns } from './contact.columns.ts'
import { lockNumbers } from './lock-numbers.ts'
import { columnsIn } from './person-columns.ts'
import { checkStillHas, rightNow } from './stored-contact.ts'

interface NewContact {
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
  const query = CompiledQuery.raw(readNext, [company, id, pvaid, codesOf(contactFields)])
  const [found] = (await trx.executeQuery<NewContact & { right: number | null }>(query)).rows
  if (!found) throw new Error('A select without a table gives one row.')
  checkStillHas(actor, found.right)
  return found
}

/** Writes a new person and contact with the audit row in one statement. */
export async function insertContact(
  trx: Kysely<Tables>,
  actor: Actor,
  { pvaid, contactId, sequenceNumber }: NewContact,
  values: Values
): Promise<void> {
  const { company, id } = actor
  const person = { ...columnsIn('p', contactColumns, values), company, id: contactId }
  const link = { company, id, pvaid, contact_company: company, contact_id: contactId }
  const contact = { ...columnsIn('c', contactColumns, values), ...link, sequence_number: sequenceNumber }
  const change = { action: 'create', resource: 'contact', key: { company, id, pvaid }, fields: contactFields } as const
  await sql`
    with person as (insert into persons ${insertion(person)}),
    entry as (${auditEntry(actor, { ...change, before: null, after: values })})
    insert into contacts ${insertion(contact)}`.execute(trx)
}
