import type { RefusedRow } from '../platform/importing/read/read-row.ts'
import type { ImportResourceName } from '@customer-center/contract/import/resources'
import type { Kysely } from 'kysely'
import { imports } from '../features.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { ImportContext, ImportRequest, ImportSummary, SourceRow } from '../platform/importing/import.ts'
import { refusedRows } from '../platform/importing/run/import-run.repository.ts'
import { runImport } from '../platform/importing/run/run-import.ts'

type Row = Readonly<Record<string, unknown>>

/** Yields rows in the form of a file, one on each line. */
export async function* sourceRows(rows: readonly Row[]): AsyncGenerator<SourceRow> {
  for (const [index, value] of rows.entries()) yield { line: index + 1, text: JSON.stringify(value), value }
}

type RunRows = (
  resource: ImportResourceName,
  rows: readonly Row[],
  options?: Partial<ImportRequest> & Pick<ImportContext, 'lead'>
) => Promise<{ runId: string; counts: Omit<ImportSummary, 'runId'>; refused: RefusedRow[] }>

/** Makes a function that imports rows for a provider's company. */
export const importer =
  (db: Kysely<Tables>, company: number): RunRows =>
  async (resource, rows, { lead, ...options } = {}) => {
    const request: ImportRequest = {
      provider: company,
      resource,
      rows: sourceRows(rows),
      mode: 'upsert',
      dryRun: false,
      providerKey: null,
      format: 'ndjson',
      header: null,
      ...options
    }
    const { runId, ...counts } = await runImport({ db, imports, ...(lead && { lead }) }, request)
    const refused: RefusedRow[] = []
    for await (const row of refusedRows(db, { provider: company, runId })) refused.push(row)
    return { runId, counts, refused }
  }
