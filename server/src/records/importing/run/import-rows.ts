import {
  importResourceNames,
  type ImportResourceName,
  type importResources
} from '@customer-center/contract/import/resources'
import { OperatorError } from '../../../platform/config/operator-error.ts'
import type { Db } from '../../../platform/database/query.ts'
import type { ImportDefinition } from '../import.ts'
import type { SourceRow } from '../rows.ts'
import { refusedRows } from './import-refusal.repository.ts'
import { runImport } from './run-import.ts'

/** A row as a provider sends it. */
export type ResourceRow<Name extends ImportResourceName> = {
  readonly [Member in keyof (typeof importResources)[Name]['fields']]?: string | number | boolean | null
}

export type RowsByResource = { readonly [Name in ImportResourceName]?: Iterable<ResourceRow<Name>> }

/** Yields rows in the form of a file, one row on each line. */
export async function* sourceRows(rows: Iterable<Readonly<Record<string, unknown>>>): AsyncGenerator<SourceRow> {
  let line = 0
  for (const value of rows) yield { line: ++line, text: JSON.stringify(value), value }
}

/**
 * Imports rows that the program has made like those of a provider's files.
 * @param trx rolled back if a row is refused
 * @throws OperatorError if a row is refused
 */
export async function importRows(
  trx: Db,
  imports: readonly ImportDefinition[],
  providerId: number,
  rows: RowsByResource
): Promise<void> {
  const request = {
    providerId,
    mode: 'upsert',
    providerKey: null,
    format: 'ndjson',
    header: null
  } as const
  // In this order of resources, no row references one of a later resource.
  for (const resource of importResourceNames) {
    const some = rows[resource]
    if (!some) continue
    const { runId } = await runImport({ db: trx, imports }, { ...request, resource, rows: sourceRows(some) })
    for await (const { sentence, value } of refusedRows(trx, { providerId, runId }))
      throw new OperatorError(
        `A row of ${resource} cannot be stored: ${sentence}${value === null ? '' : ` (${value})`}`
      )
  }
}
