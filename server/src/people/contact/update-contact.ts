import type { FieldTable } from '@customer-center/contract/field-codes'
import { type Kysely, sql } from 'kysely'
import { preparedUpTo } from '../../platform/database/prepared.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { WriteConflict } from '../../platform/database/transaction.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { auditEntry, type Change } from '../../platform/saving/audit.ts'
import { assignments, isEmpty, withNextVersion } from '../columns.ts'
import { contactColumns } from './contact.columns.ts'
import type { Values } from './contact-rules.ts'
import { columnsIn } from './person-columns.ts'
import type { StoredContact } from './stored-contact.ts'

/** In whose words the audit row says what changed. */
export type ContactRecord<Fields extends FieldTable = FieldTable> = Pick<
  Change<Fields>,
  'resource' | 'fields' | 'before' | 'after'
>

// A form's usual changes are few; any set of fields may be sent.
const preparedStore = preparedUpTo(16)

/**
 * Writes a contact and its person with the next version and the audit row in one statement; nothing where nothing changes.
 * @returns the version that is stored now
 * @throws WriteConflict when somebody else has written since the contact was read
 */
export async function updateContact(
  db: Kysely<Tables>,
  actor: Actor,
  { pvaid, contactId, version }: StoredContact,
  changed: Values,
  record: ContactRecord
): Promise<number> {
  if (isEmpty(changed)) return version
  const { company, id } = actor
  const person = columnsIn('p', contactColumns, changed)
  const audit = auditEntry(actor, { action: 'update', key: { company, id, pvaid }, ...record }, sql`from saved`)
  // A private customer that is its own contact is one person: who has the company's form open has missed something, too. Its row
  // comes first, as in a save of the company, so that the two cannot each hold what the other waits for.
  const isCustomer = contactId === id && !isEmpty(person)
  const parts = [
    ...(isCustomer
      ? [
          sql`customer as (update customers set version = version + 1 where company = ${company} and id = ${id}
            and exists (select from contacts where company = ${company} and pvaid = ${pvaid} and version = ${version})
            returning version)`
        ]
      : []),
    sql`saved as (update contacts set ${withNextVersion(columnsIn('c', contactColumns, changed))}
      where company = ${company} and id = ${id} and pvaid = ${pvaid} and version = ${version}
        ${isCustomer ? sql`and exists (select from customer)` : sql``} returning version)`,
    sql`entry as (${audit})`,
    ...(isEmpty(person)
      ? []
      : [
          sql`person as (update persons set ${assignments(person)}
            where company = ${company} and id = ${contactId} and exists (select from saved))`
        ])
  ]
  const query = sql<{ version: number }>`with ${sql.join(parts)} select version from saved`.compile(db)
  preparedStore(query.sql)
  const [saved] = (await db.executeQuery(query)).rows
  if (!saved) throw new WriteConflict()
  return saved.version
}
