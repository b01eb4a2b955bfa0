import { planAnewWithoutScans } from '../../database/plans.ts'
import type { Db } from '../../database/query.ts'
import { keyText } from '../plan/definition-sql.ts'
import { duplicate, explainDuplicates } from '../plan/duplicates.ts'
import type { ImportSetup } from '../plan/import-setup.ts'
import { explainLostZeros, findOwnWithZeros, refusedWithoutZeros } from '../plan/lost-zeros.ts'
import type { KeyedRow } from '../plan/plan-batch.ts'
import { resolveKey } from '../plan/plan-row.ts'
import { findReferences, type FoundReferences } from '../plan/stored-rows.ts'
import { type RefusedRow, refusedRow, refusedValue, type ValidRow } from '../read/read-row.ts'
import { keptText } from '../read/without-secrets.ts'
import { storeRows } from '../write/write-batch.ts'
import { type ImportRun, keptRefusals, noteKeys, noteProgress, type Progress } from './import-run.repository.ts'
import type { CheckedRow } from './read-batches.ts'

/** Returns the rows by their keys, each key once in the whole run. */
async function keyedRows(
  trx: Db,
  setup: ImportSetup,
  runId: string,
  rows: readonly ValidRow[],
  found: FoundReferences,
  refused: RefusedRow[]
): Promise<readonly KeyedRow[]> {
  const keyed = new Map<string, KeyedRow>()
  const isTwice = refusedValue(null, undefined, duplicate).refusal
  for (const row of rows) {
    const named = resolveKey(setup, row.values, found)
    if ('refusal' in named) {
      refused.push(refusedRow(row, named.refusal))
      continue
    }
    const name = keyText(setup.definition, named.key)
    if (keyed.has(name)) refused.push(refusedRow(row, isTwice))
    else keyed.set(name, { row, key: named.key, name })
  }
  const fresh = await noteKeys(trx, { provider: setup.request.provider, runId }, [...keyed.keys()], true)
  for (const { row, name } of keyed.values()) if (!fresh.has(name)) refused.push(refusedRow(row, isTwice))
  return [...keyed.values()].filter(({ name }) => fresh.has(name))
}

/**
 * Stores one batch of rows in the transaction that it is given, with its run's progress.
 * @returns the run's new progress
 */
export async function importBatch(
  trx: Db,
  setup: ImportSetup,
  run: ImportRun,
  batch: readonly CheckedRow[]
): Promise<Progress> {
  const { provider } = setup.request
  const rows = batch.filter((row) => 'values' in row)
  const unread = batch.filter((row) => 'refusal' in row)
  const refused: RefusedRow[] = unread.map((row) => refusedRow(row, row.refusal))
  const values = rows.map((row) => row.values)
  const found = await planAnewWithoutScans(trx, () => findReferences(trx, setup, values))
  const keyed = await keyedRows(trx, setup, run.run_id, rows, found, refused)
  const isFile = run.format === 'csv' || run.map !== null
  const ownKeys = isFile ? keyed.map(({ name }) => name) : []
  const lost = await findOwnWithZeros(trx, setup, ownKeys)
  for (const { row, name } of keyed) if (lost.has(name)) refused.push(refusedRow(row, refusedWithoutZeros(name)))
  // A full set does not lack the row whose key lost its zeros.
  const names = [...unread.map(({ key }) => key), ...lost.values()]
  await noteKeys(trx, { provider, runId: run.run_id }, names, false)
  const storable = keyed.filter(({ name }) => !lost.has(name))
  const stored = await storeRows(trx, setup, storable, found)
  const { fields } = setup.definition
  const valuesOf = new Map(rows.map((row) => [row.line, row.values]))
  const own = run.map === null ? refused : await explainDuplicates(trx, setup, rows, found, refused)
  const rejected = [...own, ...stored.refused, ...stored.refusedFields]
  const explained = isFile ? await explainLostZeros(trx, setup, rejected) : rejected
  const all = [...explained, ...stored.conflicts]
    .map((row) => ({ ...row, text: keptText(row.text, valuesOf.get(row.line) ?? [], fields) }))
    .toSorted((one, other) => one.line - other.line)
  const { kept, ...counts } = keptRefusals(run, all)
  const progress = {
    ...counts,
    line: batch.at(-1)?.line ?? run.line,
    read: run.read + batch.length,
    created: run.created + stored.created,
    updated: run.updated + stored.updated,
    unchanged: run.unchanged + stored.unchanged,
    removed: run.removed,
    refused: run.refused + refused.length + stored.refused.length,
    refused_fields: run.refused_fields + stored.refusedFields.length,
    conflicts: run.conflicts + stored.conflicts.length,
    share: run.share
  }
  await noteProgress(trx, run, progress, kept)
  return progress
}
