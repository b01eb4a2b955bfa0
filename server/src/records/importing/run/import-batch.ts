import { planAnewWithoutScans } from '../../../platform/database/plans.ts'
import type { Db } from '../../../platform/database/query.ts'
import {
  duplicateReason,
  explainDuplicates,
  explainLostZeros,
  findOwnWithZeros,
  refusedWithoutZeros
} from '../plan/explain-refusals.ts'
import { keyText, type ImportSetup } from '../plan/import-setup.ts'
import { type KeyedRow, findReferences } from '../plan/plan-batch.ts'
import { resolveKey, type FoundReferences } from '../plan/plan-row.ts'
import { type RefusedRow, refusedRow, refusedValue, type ValidRow, type CheckedRow } from '../read/read-row.ts'
import { keptText } from '../read/without-secrets.ts'
import { storeRows } from '../write/write-batch.ts'
import { type ImportRun, keptRefusals, noteKeys, noteProgress, type Progress } from './import-run.repository.ts'

/**
 * Notes the keys of the rows, each key once in the whole run.
 * @returns the rows that can be stored, and the refused ones
 */
async function keyRows(
  trx: Db,
  setup: ImportSetup,
  runId: string,
  rows: readonly ValidRow[],
  found: FoundReferences
): Promise<{ readonly keyed: readonly KeyedRow[]; readonly refused: readonly RefusedRow[] }> {
  const named = new Map<string, KeyedRow>()
  const refused: RefusedRow[] = []
  const refuse = (row: ValidRow, refusal = refusedValue(null, undefined, duplicateReason).refusal) =>
    void refused.push(refusedRow(row, refusal))
  for (const row of rows) {
    const resolved = resolveKey(setup, row.values, found)
    if ('refusal' in resolved) {
      refuse(row, resolved.refusal)
      continue
    }
    const name = keyText(setup.definition, resolved.key)
    if (named.has(name)) refuse(row)
    else named.set(name, { row, key: resolved.key, name })
  }
  const fresh = await noteKeys(trx, { providerId: setup.request.providerId, runId }, [...named.keys()], true)
  for (const { row, name } of named.values()) if (!fresh.has(name)) refuse(row)
  return { keyed: [...named.values()].filter(({ name }) => fresh.has(name)), refused }
}

/**
 * Stores one batch of rows and its run's progress in the given transaction.
 * @returns the run's new progress
 */
export async function importBatch(
  trx: Db,
  setup: ImportSetup,
  run: ImportRun,
  batch: readonly CheckedRow[]
): Promise<Progress> {
  const { providerId } = setup.request
  const { fields } = setup.definition
  const rows = batch.filter((row) => 'values' in row)
  const unread = batch.filter((row) => 'refusal' in row)
  const valuesOf = new Map(rows.map((row) => [row.line, row.values]))
  const found = await planAnewWithoutScans(trx, () => findReferences(trx, setup, [...valuesOf.values()]))
  const { keyed, refused: unnamed } = await keyRows(trx, setup, run.run_id, rows, found)
  const isFile = run.format === 'csv' || run.map !== null
  const lost = await findOwnWithZeros(trx, setup, isFile ? keyed.map(({ name }) => name) : [])
  const isLost = ({ name }: KeyedRow) => lost.has(name)
  // A row whose key has lost its leading zeros is still part of a full set.
  const names = [...unread.map(({ key }) => key), ...lost.values()]
  await noteKeys(trx, { providerId, runId: run.run_id }, names, false)
  const storable = keyed.filter((row) => !isLost(row))
  const stored = await storeRows(trx, setup, storable, found)
  const refused = [
    ...unread.map((row) => refusedRow(row, row.refusal)),
    ...unnamed,
    ...keyed.filter(isLost).map(({ row, name }) => refusedRow(row, refusedWithoutZeros(name)))
  ]
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
