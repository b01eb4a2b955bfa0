import { planAnewWithoutScans } from '../../database/plans.ts'
import type { Db } from '../../database/query.ts'
import type { ColumnValues, PlannedRow } from '../../rows/tables.ts'
import { mainTable } from '../import.ts'
import { type RefusedRow, refusedRow, refusedValue, type ValidRow } from '../read/read-row.ts'
import { assignOwnNumbers } from './assign-numbers.ts'
import { settleConflicts } from './customer-changes.ts'
import type { ImportSetup } from './import-setup.ts'
import { type ImportedRow, planRow } from './plan-row.ts'
import { type FoundReferences, readStored } from './stored-rows.ts'

/** A row with its key. */
export interface KeyedRow {
  readonly row: ValidRow
  readonly key: ColumnValues
  /** The key as a text. */
  readonly name: string
}

/** Rows of a batch that can be written, and what is wrong with the others. */
export interface PlannedBatch {
  readonly fresh: readonly ImportedRow[]
  readonly known: readonly ImportedRow[]
  readonly refused: readonly RefusedRow[]
  readonly conflicts: readonly RefusedRow[]
}

/** Takes members that other rows have set out of the changes. @returns each member that was sent with another value */
async function keepOthers(
  trx: Db,
  { definition, request: { provider } }: ImportSetup,
  rows: readonly ImportedRow[]
): Promise<RefusedRow[]> {
  const kept = (await definition.keepColumns?.(trx, provider, rows)) ?? new Map<PlannedRow, ColumnValues>()
  return rows.flatMap((row) =>
    Object.entries(kept.get(row) ?? {}).map(([name, stored]): RefusedRow => {
      const member = Object.keys(definition.members).find((one) => definition.members[one]?.column === name) ?? ''
      row.changes.delete(member)
      const sentence = `${member} is one of the person, and another row has set it: it stays.`
      const { refusal } = refusedValue(member, row.values.get(member), sentence)
      return refusedRow(row, { ...refusal, stored: String(stored) }, 'conflict')
    })
  )
}

/**
 * Compares rows with what is stored under their keys, settles conflicts with what others have set, and numbers the new
 * ones.
 */
export function planBatch(
  trx: Db,
  setup: ImportSetup,
  keyed: readonly KeyedRow[],
  found: FoundReferences
): Promise<PlannedBatch> {
  return planAnewWithoutScans(trx, async () => {
    const { definition, request } = setup
    const keys = keyed.map(({ key }) => key)
    const stored = await readStored(trx, setup, keys)
    const refused: RefusedRow[] = []
    const rows: ImportedRow[] = []
    for (const { row, name } of keyed) {
      const planned = planRow(setup, row, stored.get(name), found)
      if ('refusal' in planned) refused.push(refusedRow(row, planned.refusal))
      else rows.push(planned)
    }
    const conflicts = await settleConflicts(trx, setup, rows)
    const isNew = (row: ImportedRow) => !row.stored[mainTable(definition).alias]
    const [fresh, known] = [rows.filter(isNew), rows.filter((row) => !isNew(row))]
    if (fresh.length > 0) {
      await assignOwnNumbers(trx, setup, fresh)
      await definition.prepare?.(trx, request.provider, fresh)
    }
    const kept = await keepOthers(trx, setup, [...fresh, ...known])
    return { fresh, known, refused, conflicts: [...conflicts, ...kept] }
  })
}
