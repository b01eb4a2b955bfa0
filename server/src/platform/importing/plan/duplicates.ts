import type { Db } from '../../database/query.ts'
import type { RefusedRow, ValidRow } from '../read/read-row.ts'
import { keyText } from './definition-sql.ts'
import type { ImportSetup } from './import-setup.ts'
import { resolveKey, planRow } from './plan-row.ts'
import { type FoundReferences, readStored } from './stored-rows.ts'

export const duplicate = 'An earlier row of this run has the same key.'

/**
 * Names the members in which rows with the key of an earlier one differ from what is stored: parts of joined files that
 * contradict each other.
 */
export async function explainDuplicates(
  trx: Db,
  setup: ImportSetup,
  rows: readonly ValidRow[],
  found: FoundReferences,
  refused: readonly RefusedRow[]
): Promise<readonly RefusedRow[]> {
  const lines = new Set(refused.filter(({ sentence }) => sentence === duplicate).map(({ line }) => line))
  const keyed = rows.flatMap((row) => {
    const named = lines.has(row.line) ? resolveKey(setup, row.values, found) : { refusal: null }
    return 'key' in named ? [{ row, key: named.key }] : []
  })
  const keys = keyed.map(({ key }) => key)
  const stored = await readStored(trx, setup, keys)
  const differing = new Map<number, string>()
  for (const { row, key } of keyed) {
    const planned = planRow(setup, row, stored.get(keyText(setup.definition, key)), found)
    const members = 'changes' in planned ? [...planned.changes.keys()] : []
    if (members.length > 0)
      differing.set(row.line, `${duplicate.slice(0, -1)} and another value of ${members.join(', ')}.`)
  }
  return refused.map((row) => ({ ...row, sentence: differing.get(row.line) ?? row.sentence }))
}
