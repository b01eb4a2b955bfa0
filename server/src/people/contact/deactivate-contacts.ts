import { contactFields } from '@customer-center/contract/contact'
import type { Kysely } from 'kysely'
import { applyActive } from '../access/login-consequences.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { ImportAudit } from '../../platform/rows/audit.ts'
import { type ContactChoice, deactivate } from './contact.repository.ts'

/**
 * Makes contacts inactive, by their numbers or all of some customers; their sessions and passkeys end.
 * @returns the entries for the audit
 */
export async function deactivateContacts(
  trx: Kysely<Tables>,
  company: number,
  { pvaids = [], customers = [] }: Partial<ContactChoice>
): Promise<ImportAudit[]> {
  const deactivated = await deactivate(trx, company, { pvaids, customers })
  const gone = deactivated.map(({ pvaid }) => pvaid)
  await applyActive(trx, company, gone, false)
  const changes = { [contactFields.active.code]: { old: true, new: false } }
  return deactivated.map(({ id, ...name }) => ({
    customer_id: id,
    resource: 'contact',
    key: { company, id, ...name },
    changes
  }))
}
