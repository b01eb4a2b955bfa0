import type { ImportResourceName } from '@customer-center/contract/import/resources'
import { imports } from '../features.ts'
import type { Db } from '../platform/database/query.ts'
import type { ImportContext, ImportRequest, ImportSummary } from '../platform/importing/import.ts'
import { sourceRows } from '../platform/importing/run/import-rows.ts'
import { type KeptRefusal, refusedRows } from '../platform/importing/run/import-run.repository.ts'
import { runImport } from '../platform/importing/run/run-import.ts'

type Row = Readonly<Record<string, unknown>>

type RunRows = (
  resource: ImportResourceName,
  rows: readonly Row[],
  options?: Partial<ImportRequest> & Pick<ImportContext, 'lead'>
) => Promise<{ runId: string; counts: Omit<ImportSummary, 'runId'>; refused: KeptRefusal[] }>

/** Makes a function that imports rows for a provider's company. */
export const importer =
  (db: Db, company: number): RunRows =>
  async (resource, rows, { lead, ...options } = {}) => {
    const request: ImportRequest = {
      provider: company,
      resource,
      rows: sourceRows(rows),
      mode: 'upsert',
      providerKey: null,
      format: 'ndjson',
      header: null,
      ...options
    }
    const { runId, ...counts } = await runImport({ db, imports, ...(lead && { lead }) }, request)
    const refused: KeptRefusal[] = []
    for await (const row of refusedRows(db, { provider: company, runId })) refused.push(row)
    return { runId, counts, refused }
  }
