import { importResources } from '@customer-center/contract/import/resources'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../database/tables.ts'
import { insertImportAudit } from '../saving/audit.ts'
import { assignOwnNumbers } from './assign-numbers.ts'
import { withCurrentPlans } from './current-plans.ts'
import { forgetSettled, settleConflicts } from './customer-changes.ts'
import { isDataError, refusalOf } from './data-error.ts'
import {
  type ColumnValues,
  type ImportContext,
  type ImportDefinition,
  ImportError,
  type ImportRequest,
  type PlannedRow
} from './import.ts'
import type { RefusedRow } from './import-run.repository.ts'
import { type ImportedRow, isOptional, leave, planRow, type Source } from './plan-row.ts'
import { type ReadRow, refuse, rowReader } from './read-row.ts'
import { type FoundReferences, referencesOf } from './references.ts'
import { updateAudit } from './row-audit.ts'
import { mainTable, readStored, storedSql } from './stored-rows.ts'
import { writeRows } from './write-rows.ts'

/** What stays the same for all rows of an import. */
export interface ImportPlan {
  readonly definition: ImportDefinition
  readonly read: (row: Readonly<Record<string, unknown>>) => ReadRow
  readonly references: ReturnType<typeof referencesOf>
  readonly storedSql: string
  readonly lead: ImportContext['lead']
  readonly request: Pick<ImportRequest, 'company' | 'dryRun' | 'providerKey'>
}

/** @throws ImportError for a resource that nobody imports */
export function importPlan(
  { imports, lead }: Pick<ImportContext, 'imports' | 'lead'>,
  request: ImportPlan['request'] & Pick<ImportRequest, 'resource'>
): ImportPlan {
  const { resource } = request
  const definition = imports.find((one) => one.resource === resource)
  if (!definition) throw new ImportError(`Rows of ${resource} cannot be imported.`)
  return {
    definition,
    read: rowReader(importResources[resource]),
    references: referencesOf(definition, imports),
    storedSql: storedSql(definition),
    lead,
    request
  }
}

/** A row with what names it. */
export interface KeyedRow {
  readonly row: Source
  readonly key: ColumnValues
  /** The key as a text. */
  readonly name: string
}

/** Writes the rows; those that the database refuses are found by halving. */
async function write(trx: Kysely<Tables>, plan: ImportPlan, rows: readonly ImportedRow[]): Promise<RefusedRow[]> {
  const { definition, request } = plan
  const { company, providerKey } = request
  if (rows.length === 0) return []
  await sql`savepoint import_rows`.execute(trx)
  try {
    const written = rows.filter(({ stored, changes }) => !stored[mainTable(definition).alias] || changes.size > 0)
    if (written.length > 0) {
      await writeRows(trx, company, definition, written)
      await withCurrentPlans(trx, async () => definition.afterwards?.(trx, company, written, providerKey))
      await insertImportAudit(trx, { company, providerKey, action: 'update' }, updateAudit(definition, written))
    }
    await forgetSettled(trx, company, definition, rows)
    await sql`release savepoint import_rows`.execute(trx)
    return []
  } catch (error) {
    if (!isDataError(error)) throw error
    await sql`rollback to savepoint import_rows`.execute(trx)
    await sql`release savepoint import_rows`.execute(trx)
    const [row] = rows
    if (rows.length === 1 && row) {
      const refusal = refusalOf(error, definition, row.values)
      const { field } = refusal
      if (
        field === null ||
        !row.values.has(field) ||
        !isOptional(definition, field) ||
        row.refusedFields.some((one) => one.field === field)
      )
        return [{ line: row.line, text: row.text, isConflict: false, ...refusal }]
      leave(definition, row, field)
      row.refusedFields.push(refusal)
      return write(trx, plan, rows)
    }
    const half = Math.ceil(rows.length / 2)
    return [...(await write(trx, plan, rows.slice(0, half))), ...(await write(trx, plan, rows.slice(half)))]
  }
}

/** What became of some rows. */
export interface StoredRows {
  readonly created: number
  readonly updated: number
  readonly unchanged: number
  readonly refused: readonly RefusedRow[]
  readonly refusedFields: readonly RefusedRow[]
  readonly conflicts: readonly RefusedRow[]
}

const leftOut = ' The row was taken without it.'

interface PlannedRows {
  readonly fresh: readonly ImportedRow[]
  readonly known: readonly ImportedRow[]
  readonly refused: readonly RefusedRow[]
  readonly conflicts: readonly RefusedRow[]
}

/** Takes out of the changes what other rows have set. @returns each member that was sent otherwise */
async function keepOthers(
  trx: Kysely<Tables>,
  company: number,
  definition: ImportDefinition,
  rows: readonly ImportedRow[]
): Promise<RefusedRow[]> {
  const kept = (await definition.keep?.(trx, company, rows)) ?? new Map<PlannedRow, ColumnValues>()
  return rows.flatMap((row) =>
    Object.entries(kept.get(row) ?? {}).map(([name, stored]): RefusedRow => {
      const member = Object.keys(definition.members).find((one) => definition.members[one]?.column === name) ?? ''
      row.changes.delete(member)
      const sentence = `${member} is one of the person, and another row has set it: it stays.`
      const { refusal } = refuse(member, row.values.get(member), sentence)
      return { line: row.line, text: row.text, isConflict: true, ...refusal, stored: String(stored) }
    })
  )
}

/** Compares rows with what is stored under their keys, and numbers the new ones. */
async function planRows(
  trx: Kysely<Tables>,
  { definition, request, lead, storedSql: sqlOfStored }: ImportPlan,
  keyed: readonly KeyedRow[],
  found: FoundReferences
): Promise<PlannedRows> {
  const { company } = request
  const keys = keyed.map(({ key }) => key)
  const stored = await readStored(trx, definition, sqlOfStored, company, keys)
  const refused: RefusedRow[] = []
  const rows: ImportedRow[] = []
  for (const { row, name } of keyed) {
    const planned = planRow(definition, row, stored.get(name), found)
    if ('refusal' in planned) refused.push({ line: row.line, text: row.text, isConflict: false, ...planned.refusal })
    else rows.push(planned)
  }
  const conflicts = await settleConflicts(trx, company, definition, rows, lead)
  const isNew = (row: ImportedRow) => !row.stored[mainTable(definition).alias]
  const [fresh, known] = [rows.filter(isNew), rows.filter((row) => !isNew(row))]
  if (fresh.length > 0) {
    await assignOwnNumbers(trx, company, definition, fresh)
    await definition.prepare?.(trx, company, fresh)
  }
  const kept = await keepOthers(trx, company, definition, [...fresh, ...known])
  return { fresh, known, refused, conflicts: [...conflicts, ...kept] }
}

/** Writes what is new or differs from what is stored, in the transaction that it is given. */
export async function storeRows(
  trx: Kysely<Tables>,
  plan: ImportPlan,
  keyed: readonly KeyedRow[],
  found: FoundReferences
): Promise<StoredRows> {
  const { fresh, known, refused, conflicts } = await withCurrentPlans(trx, () => planRows(trx, plan, keyed, found))
  const changed = known.filter(({ changes, settled }) => changes.size > 0 || settled.length > 0)
  const { dryRun } = plan.request
  if (dryRun) await sql`savepoint import_batch`.execute(trx)
  const failed = await write(trx, plan, [...fresh, ...changed])
  if (dryRun) await sql`rollback to savepoint import_batch`.execute(trx)
  const lines = new Set(failed.map(({ line }) => line))
  const count = (some: readonly ImportedRow[]) => some.filter(({ line }) => !lines.has(line)).length
  const updated = changed.filter(({ changes }) => changes.size > 0)
  return {
    created: count(fresh),
    updated: count(updated),
    unchanged: known.length - updated.length,
    refused: [...refused, ...failed],
    refusedFields: [...fresh, ...known].flatMap(({ line, text, refusedFields }) =>
      lines.has(line)
        ? []
        : refusedFields.map((one) => ({ line, text, isConflict: false, ...one, sentence: `${one.sentence}${leftOut}` }))
    ),
    conflicts
  }
}
