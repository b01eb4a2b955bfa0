import { type Kysely, sql } from 'kysely'
import { endSessionsOfContacts } from '../../account/index.ts'
import type { Tables } from '../../platform/database/tables.ts'

/** Makes contacts inactive, by their numbers or all of some customers; their sessions end. */
export async function deactivateContacts(
  trx: Kysely<Tables>,
  company: number,
  { pvaids = [], customers = [] }: { readonly pvaids?: readonly number[]; readonly customers?: readonly number[] }
): Promise<void> {
  const { rows } = await sql<{ pvaid: number }>`
    update contacts set active = false, version = version + 1
    where company = ${company} and active and (pvaid = any(${pvaids}::int[]) or id = any(${customers}::int[]))
    returning pvaid`.execute(trx)
  await endSessionsOfContacts(
    trx,
    company,
    rows.map(({ pvaid }) => pvaid)
  )
}
