import type { ImportResourceName } from '@customer-center/contract/import/resources'
import type { ImportResult } from '@customer-center/contract/import/run'
import { imports } from '../../server/src/features.ts'
import type { Db } from '../../server/src/platform/database/query.ts'
import type { ImportContext, ImportRequest } from '../../server/src/records/importing/import.ts'
import { type KeptRefusal, refusedRows } from '../../server/src/records/importing/run/import-refusal.repository.ts'
import { sourceRows } from '../../server/src/records/importing/run/import-rows.ts'
import { runImport } from '../../server/src/records/importing/run/run-import.ts'

type Row = Readonly<Record<string, unknown>>

type RunRows = (
  resource: ImportResourceName,
  rows: readonly Row[],
  options?: Partial<ImportRequest> & Pick<ImportContext, 'lead'>
) => Promise<{ runId: string; counts: Omit<ImportResult, 'runId'>; refused: KeptRefusal[] }>

/** Makes a function that imports rows for a provider's company. */
export const importer =
  (db: Db, providerId: number): RunRows =>
  async (resource, rows, { lead, ...options } = {}) => {
    const request: ImportRequest = {
      providerId,
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
    for await (const row of refusedRows(db, { providerId, runId })) refused.push(row)
    return { runId, counts, refused }
  }
