import {
  importResourceNames,
  type ImportResourceName,
  type importResources
} from '@customer-center/contract/import/resources'
import { OperatorError } from '../../../platform/config/operator-error.ts'
import type { Db } from '../../../platform/database/query.ts'
import type { ImportContext, ImportDefinition, ImportRequest } from '../import.ts'
import type { SourceRow } from '../rows.ts'
import { type KeptRefusal, refusedRows } from './import-refusal.repository.ts'
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
 * Imports rows that the program has made like those of a provider's files, in an order in which none references one of a
 * later resource.
 * @returns the refused rows
 */
export async function* importEach(
  context: ImportContext,
  { providerId, signal }: Pick<ImportRequest, 'providerId' | 'signal'>,
  rows: RowsByResource
): AsyncGenerator<KeptRefusal & { readonly resource: ImportResourceName }, void> {
  for (const resource of importResourceNames) {
    const some = rows[resource]
    if (!some) continue
    const form = { mode: 'upsert', providerKey: null, format: 'ndjson', header: null } as const
    const request = { ...form, providerId, resource, rows: sourceRows(some), ...(signal && { signal }) }
    const { runId } = await runImport(context, request)
    for await (const row of refusedRows(context.db, { providerId, runId })) yield { resource, ...row }
  }
}

/**
 * Imports rows of which none may be refused.
 * @param trx rolled back if a row is refused
 * @throws OperatorError if a row is refused
 */
export async function importRows(
  trx: Db,
  imports: readonly ImportDefinition[],
  providerId: number,
  rows: RowsByResource
): Promise<void> {
  for await (const { resource, sentence, value } of importEach({ db: trx, imports }, { providerId }, rows))
    throw new OperatorError(`A row of ${resource} cannot be stored: ${sentence}${value === null ? '' : ` (${value})`}`)
}
