import type { Db } from '../../../platform/database/query.ts'
import type { CheckedRow, RefusedRow } from '../rows.ts'
import { keyText, type ImportSetup } from './import-setup.ts'
import { readStored } from './plan-batch.ts'
import { resolveKey, planRow, type FoundReferences } from './plan-row.ts'

export const duplicateReason = 'An earlier row of this run has the same key.'

/**
 * Names the members in which a repeated row differs from the stored row: parts of joined files that contradict each
 * other.
 */
export async function explainDuplicates(
  trx: Db,
  setup: ImportSetup,
  rows: readonly CheckedRow[],
  found: FoundReferences,
  refused: readonly RefusedRow[]
): Promise<readonly RefusedRow[]> {
  const lines = new Set(refused.filter(({ sentence }) => sentence === duplicateReason).map(({ line }) => line))
  const keyed = rows.flatMap((row) => {
    const named = lines.has(row.line) ? resolveKey(setup, row.values, found) : { refusal: null }
    return 'key' in named ? [{ ...row, key: named.key, name: keyText(setup.definition, named.key) }] : []
  })
  const stored = await readStored(trx, setup, keyed)
  const differing = new Map<number, string>()
  for (const row of keyed) {
    const planned = planRow(setup, row, stored.get(row.name), found)
    const members = 'changes' in planned ? [...planned.changes.keys()] : []
    if (members.length > 0)
      differing.set(row.line, `${duplicateReason.slice(0, -1)} and another value of ${members.join(', ')}.`)
  }
  return refused.map((row) => ({ ...row, sentence: differing.get(row.line) ?? row.sentence }))
}
