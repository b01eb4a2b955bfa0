import type { Kysely } from 'kysely'
import type { Tables } from '../database/tables.ts'
import { type ImportRun, noteKeys, noteProgress, type Progress, type RefusedRow } from './import-run.repository.ts'
import { fieldsOf, keyOf } from './plan-row.ts'
import { type RowRefusal, refuse } from './read-row.ts'
import { findReferences, type FoundReferences } from './references.ts'
import type { SourceRow } from './source-row.ts'
import { type ImportPlan, type KeyedRow, type Source, storeRows } from './store-rows.ts'
import { keyText } from './stored-rows.ts'

/** In place of the key of a row that names none: then nobody knows what of the stored rows is no longer there. */
const unnamed = ''

/** The rows of a batch that read well; of all others the refusal and, where it can be told, the key. */
function readRows({ definition, read }: ImportPlan, batch: readonly SourceRow[], refused: RefusedRow[]) {
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
  { definition, request }: ImportPlan,
  runId: string,
  read: ReturnType<typeof readRows>,
  found: FoundReferences,
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

/**
 * Stores one batch of rows in the transaction that it is given, with its run's progress.
 * @returns the run's new progress
 */
export async function importBatch(
  trx: Kysely<Tables>,
  plan: ImportPlan,
  run: ImportRun,
  batch: readonly SourceRow[]
): Promise<Progress> {
  const refused: RefusedRow[] = []
  const read = readRows(plan, batch, refused)
  const found = await findReferences(
    trx,
    plan.request.company,
    plan.references,
    read.rows.map(({ values }) => values)
  )
  const keyed = await keyedRows(trx, plan, run.run_id, read, found, refused)
  const stored = await storeRows(trx, plan, keyed, found)
  const all = [...refused, ...stored.refused, ...stored.conflicts].toSorted((one, other) => one.line - other.line)
  const progress = {
    line: batch.at(-1)?.line ?? run.line,
    read: run.read + batch.length,
    created: run.created + stored.created,
    updated: run.updated + stored.updated,
    unchanged: run.unchanged + stored.unchanged,
    removed: run.removed,
    refused: run.refused + refused.length + stored.refused.length,
    conflicts: run.conflicts + stored.conflicts.length
  }
  await noteProgress(trx, run, progress, all)
  return progress
}
