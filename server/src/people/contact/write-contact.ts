import { contactFields } from '@customer-center/contract/contact'
import type { FieldTable } from '@customer-center/contract/field-codes'
import type { Kysely } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import type { Change } from '../../platform/saving/audit.ts'
import { insertRow, rowIn, updateRow } from '../../platform/saving/write-row.ts'
import { contactColumns, columnsIn } from './contact.columns.ts'
import type { Values } from './contact-rules.ts'
import type { NewContact, StoredContact } from './stored-contact.ts'
import type { Actor } from '../../platform/http/caller.ts'

/** The resource in whose words the audit row records the changes. */
export type ContactRecord<Fields extends FieldTable = FieldTable> = Pick<
  Change<Fields>,
  'resource' | 'fields' | 'before' | 'after'
>

/**
 * Writes a contact and its person with the next version; nothing where nothing changes.
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
  if (Object.keys(changed).length === 0) return version
  const { company, id } = actor
  const key = { company, id, pvaid }
  const person = columnsIn('p', contactColumns, changed)
  // A private customer that is its own contact is one person, so an open form of the company has missed a change, too.
  // Its row comes first, as in a save of the company, so that neither holds a row for which the other waits.
  const isCustomer = contactId === id && Object.keys(person).length > 0
  return updateRow(db, {
    actor,
    ...(isCustomer && { first: rowIn('customers', { company, id }, {}, { versioned: true }) }),
    row: rowIn('contacts', key, columnsIn('c', contactColumns, changed), { versioned: true }),
    version,
    parts: [rowIn('persons', { company, id: contactId }, person)],
    change: { action: 'update', key, ...record }
  })
}

/** Writes a new person and contact. */
export async function insertContact(
  trx: Kysely<Tables>,
  actor: Actor,
  { pvaid, contactId, sequenceNumber }: NewContact,
  values: Values
): Promise<void> {
  const { company, id } = actor
  const key = { company, id, pvaid }
  const link = { ...key, contact_company: company, contact_id: contactId, sequence_number: sequenceNumber }
  await insertRow(trx, {
    actor,
    parts: [rowIn('persons', { company, id: contactId }, columnsIn('p', contactColumns, values))],
    row: rowIn('contacts', link, columnsIn('c', contactColumns, values)),
    change: { action: 'create', resource: 'contact', key, fields: contactFields, before: null, after: values }
  })
}
