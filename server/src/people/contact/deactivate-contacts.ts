import { contactFields } from '@customer-center/contract/contact'
import { type Kysely, sql } from 'kysely'
import { shutOut } from '../../account/index.ts'
import { tellAdminsOfActive } from '../access/admin-mail.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { ImportAudit } from '../../platform/saving/audit.ts'

/**
 * Makes contacts inactive, by their numbers or all of some customers; their sessions and passkeys end.
 * @returns the entries for the audit
 */
export async function deactivateContacts(
  trx: Kysely<Tables>,
  company: number,
  { pvaids = [], customers = [] }: { readonly pvaids?: readonly number[]; readonly customers?: readonly number[] }
): Promise<ImportAudit[]> {
  const { rows } = await sql<{ id: number; pvaid: number; externalId: string }>`
    update contacts set active = false, version = version + 1
    where company = ${company} and active and (pvaid = any(${pvaids}::int[]) or id = any(${customers}::int[]))
    returning id, pvaid, external_id as "externalId"`.execute(trx)
  const gone = rows.map(({ pvaid }) => pvaid)
  await shutOut(trx, company, gone)
  await tellAdminsOfActive(trx, company, gone, false)
  const changes = { [contactFields.active.code]: { old: true, new: false } }
  return rows.map(({ id, ...name }) => ({
    customer_id: id,
    resource: 'contact',
    key: { company, id, ...name },
    changes
  }))
}
