import {
  importResourceNames,
  type ImportResourceName,
  type importResources
} from '@customer-center/contract/import/resources'
import type { Kysely } from 'kysely'
import type { Tables } from '../platform/database/tables.ts'
import type { ImportDefinition } from '../platform/importing/import.ts'
import { refusedRows } from '../platform/importing/import-run.repository.ts'
import { runImport } from '../platform/importing/run-import.ts'
import type { SourceRow } from '../platform/importing/source-row.ts'

/** The provider's company that the demo shop is of. */
export const company = 1

/** A row as a provider sends it. */
export type Row<Name extends ImportResourceName> = {
  readonly [Member in keyof (typeof importResources)[Name]['fields']]?: string | number | boolean | null
}

export type RowsByResource = { readonly [Name in ImportResourceName]?: Iterable<Row<Name>> }

async function* sourceRows(rows: Iterable<Readonly<Record<string, unknown>>>): AsyncGenerator<SourceRow> {
  let line = 0
  for (const value of rows) yield { line: ++line, text: JSON.stringify(value), value }
}

/**
 * Imports rows as those of a provider's files.
 * @param db a transaction: nothing stays where a row is refused
 */
export async function importRows(
  db: Kysely<Tables>,
  imports: readonly ImportDefinition[],
  rows: RowsByResource
): Promise<void> {
  const request = { company, mode: 'upsert', dryRun: false, providerKey: null, format: 'ndjson', header: null } as const
  // In an order in which no row refers to one of a later resource.
  for (const resource of importResourceNames) {
    const some = rows[resource]
    if (!some) continue
    const { runId, refused } = await runImport({ db, imports }, { ...request, resource, rows: sourceRows(some) })
    if (refused === 0) continue
    for await (const { text, sentence } of refusedRows(db, { company, runId }))
      throw new Error(`A row of ${resource} was refused: ${sentence} ${text}`)
  }
}
