import { type Kysely, sql } from 'kysely'
import type { Tables } from '../database/tables.ts'
import { insertImportAudit } from '../saving/audit.ts'
import { forgetSettled, settleConflicts } from './customer-changes.ts'
import { isDataError, refusalOf } from './data-error.ts'
import type { ColumnValues, ImportContext, ImportDefinition, ImportRequest } from './import.ts'
import { type ImportRun, noteKeys, noteProgress, type Progress, type RefusedRow } from './import-run.repository.ts'
import { fieldsOf, type ImportedRow, keyOf, planRow, type Values } from './plan-row.ts'
import { type ReadRow, type RowRefusal, refuse } from './read-row.ts'
import { findReferences, type referencesOf } from './references.ts'
import { keyText, mainTable, readStored } from './stored-rows.ts'
import { writeRows } from './write-rows.ts'
import type { SourceRow } from './source-row.ts'

/** What stays the same for all batches of a run. */
export interface BatchPlan {
  readonly definition: ImportDefinition
  readonly read: (row: Readonly<Record<string, unknown>>) => ReadRow
  readonly references: ReturnType<typeof referencesOf>
  readonly storedSql: string
  readonly lead: ImportContext['lead']
  readonly request: Pick<ImportRequest, 'company' | 'dryRun' | 'providerKey'>
}

interface Source {
  readonly line: number
  readonly text: string
  readonly values: Values
}

interface KeyedRow {
  readonly row: Source
  readonly key: ColumnValues
  readonly name: string
}

/** In place of the key of a row that names none: then nobody knows what of the stored rows is no longer there. */
const unnamed = ''

/** The rows of a batch that read well; of all others the refusal and, where it can be told, the key. */
function readRows({ definition, read }: BatchPlan, batch: readonly SourceRow[], refused: RefusedRow[]) {
  const rows: Source[] = []
  const refusedKeys: string[] = []
  const add = ({ line, text }: SourceRow, refusal: RowRefusal) =>
    refused.push({ line, text, isConflict: false, ...refusal })
  for (const row of batch) {
    if ('refusal' in row) {
      add(row, refuse(null, undefined, row.refusal).refusal)
      refusedKeys.push(unnamed)
      continue
    }
    const { values, refusal } = read(row.value)
    if (values) {
      rows.push({ line: row.line, text: row.text, values })
      continue
    }
    add(row, refusal)
    const id = row.value['externalId']
    const isNamed = 'externalId' in fieldsOf(definition) && refusal.field !== 'externalId' && typeof id === 'string'
    refusedKeys.push(isNamed ? id.normalize('NFC').trim() : unnamed)
  }
  return { rows, refusedKeys }
}

const duplicate = 'An earlier row of this run has the same key.'

/** The rows by their keys, each key once in the whole run. */
async function keyedRows(
  trx: Kysely<Tables>,
  { definition, request }: BatchPlan,
  runId: string,
  read: ReturnType<typeof readRows>,
  found: Awaited<ReturnType<typeof findReferences>>,
  refused: RefusedRow[]
): Promise<readonly KeyedRow[]> {
  const keyed = new Map<string, KeyedRow>()
  const add = ({ line, text }: Source, refusal: RowRefusal) =>
    refused.push({ line, text, isConflict: false, ...refusal })
  for (const row of read.rows) {
    const named = keyOf(definition, row.values, found)
    if ('refusal' in named) {
      add(row, named.refusal)
      continue
    }
    const name = keyText(definition, named.key)
    if (keyed.has(name)) add(row, refuse(null, undefined, duplicate).refusal)
    else keyed.set(name, { row, key: named.key, name })
  }
  const run = { company: request.company, runId }
  const fresh = await noteKeys(trx, run, [...keyed.keys()], true)
  await noteKeys(trx, run, [...new Set(read.refusedKeys)], false)
  for (const { row, name } of keyed.values()) if (!fresh.has(name)) add(row, refuse(null, undefined, duplicate).refusal)
  return [...keyed.values()].filter(({ name }) => fresh.has(name))
}

/** The member that a column of the last table is read from; the column itself where that is none. */
function memberOf(definition: ImportDefinition, column: string): string {
  const name = `${mainTable(definition).alias}.${column}`
  return Object.entries(definition.columns).find(([, own]) => own === name)?.[0] ?? column
}

function auditOf({ definition }: BatchPlan, rows: readonly ImportedRow[]) {
  const { audit } = definition
  if (!audit) return []
  const fields = fieldsOf(definition)
  return rows.flatMap(({ stored, changes }) => {
    const main = stored[mainTable(definition).alias] ?? {}
    const id = main['id']
    if (changes.size === 0 || typeof id !== 'number') return []
    // The codes are for what people change too; all else has the words of the import.
    const codeOf = (member: string) => (definition.changedBy ? fields[member]?.code : null) ?? member
    const changed = [...changes].map(([member, values]) => [
      codeOf(member),
      fields[member]?.secret ? { set: true } : values
    ])
    const numbers = ['company', ...audit.key].map((column) => [memberOf(definition, column), main[column]])
    // The row may be gone when the change is read, and its name with it.
    const key = Object.fromEntries([
      ...numbers,
      ...('external_id' in main ? [['externalId', main['external_id']]] : [])
    ])
    return [{ customer_id: id, resource: audit.resource, key, changes: Object.fromEntries(changed) as object }]
  })
}

/** Writes the rows; those that the database refuses are found by halving. */
async function write(trx: Kysely<Tables>, plan: BatchPlan, rows: readonly ImportedRow[]): Promise<RefusedRow[]> {
  const { definition, request } = plan
  const { company, providerKey } = request
  if (rows.length === 0) return []
  await sql`savepoint import_rows`.execute(trx)
  try {
    const written = rows.filter(({ stored, changes }) => !stored[mainTable(definition).alias] || changes.size > 0)
    if (written.length > 0) {
      await writeRows(trx, company, definition, written)
      await definition.afterwards?.(trx, company, written)
      await insertImportAudit(trx, { company, providerKey, action: 'update' }, auditOf(plan, written))
    }
    await forgetSettled(trx, company, definition, rows)
    await sql`release savepoint import_rows`.execute(trx)
    return []
  } catch (error) {
    if (!isDataError(error)) throw error
    await sql`rollback to savepoint import_rows`.execute(trx)
    await sql`release savepoint import_rows`.execute(trx)
    const [row] = rows
    if (rows.length === 1 && row)
      return [{ line: row.line, text: row.text, isConflict: false, ...refusalOf(error, definition, row.values) }]
    const half = Math.ceil(rows.length / 2)
    return [...(await write(trx, plan, rows.slice(0, half))), ...(await write(trx, plan, rows.slice(half)))]
  }
}

/**
 * Stores one batch of rows in the transaction that it is given, with its run's progress.
 * @returns the run's new progress
 */
export async function importBatch(
  trx: Kysely<Tables>,
  plan: BatchPlan,
  run: ImportRun,
  batch: readonly SourceRow[]
): Promise<Progress> {
  const { definition, references, request, lead } = plan
  const { company, dryRun } = request
  // A plan that was made while the tables were empty would read all of them for each batch.
  await sql`set local plan_cache_mode = force_custom_plan`.execute(trx)
  const refused: RefusedRow[] = []
  const read = readRows(plan, batch, refused)
  const found = await findReferences(
    trx,
    company,
    references,
    read.rows.map(({ values }) => values)
  )
  const keyed = await keyedRows(trx, plan, run.run_id, read, found, refused)
  const stored = await readStored(
    trx,
    definition,
    plan.storedSql,
    company,
    keyed.map(({ key }) => key)
  )
  const rows: ImportedRow[] = []
  for (const { row, name } of keyed) {
    const planned = planRow(definition, row, stored.get(name), found)
    if ('refusal' in planned) refused.push({ line: row.line, text: row.text, isConflict: false, ...planned.refusal })
    else rows.push(planned)
  }
  const conflicts = await settleConflicts(trx, company, definition, rows, lead)
  const isNew = (row: ImportedRow) => !row.stored[mainTable(definition).alias]
  const [fresh, known] = [rows.filter(isNew), rows.filter((row) => !isNew(row))]
  const changed = known.filter(({ changes, settled }) => changes.size > 0 || settled.length > 0)
  await sql`savepoint import_batch`.execute(trx)
  if (fresh.length > 0) await definition.prepare?.(trx, company, fresh)
  const failed = await write(trx, plan, [...fresh, ...changed])
  if (dryRun) await sql`rollback to savepoint import_batch`.execute(trx)
  await sql`release savepoint import_batch`.execute(trx)
  const lines = new Set(failed.map(({ line }) => line))
  const count = (some: readonly ImportedRow[]) => some.filter(({ line }) => !lines.has(line)).length
  const updated = changed.filter(({ changes }) => changes.size > 0)
  const all = [...refused, ...failed, ...conflicts].toSorted((one, other) => one.line - other.line)
  const progress = {
    line: batch.at(-1)?.line ?? run.line,
    read: run.read + batch.length,
    created: run.created + count(fresh),
    updated: run.updated + count(updated),
    unchanged: run.unchanged + known.length - updated.length,
    removed: run.removed,
    refused: run.refused + refused.length + failed.length,
    conflicts: run.conflicts + conflicts.length
  }
  await noteProgress(trx, run, progress, all)
  return progress
}
