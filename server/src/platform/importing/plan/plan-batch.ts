import type { Kysely } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import { assignOwnNumbers } from './assign-numbers.ts'
import { withCurrentPlans } from '../../database/current-plans.ts'
import { settleConflicts } from './customer-changes.ts'
import type { ImportDefinition } from '../import.ts'
import type { ColumnValues, PlannedRow } from '../../rows/tables.ts'
import type { ImportSetup } from './import-setup.ts'
import { type ImportedRow, planRow, type Source } from './plan-row.ts'
import { type RefusedRow, refusedValue } from '../read/read-row.ts'
import type { FoundReferences } from './references.ts'
import { mainTable, readStored } from './stored-rows.ts'

/** A row with its key. */
export interface KeyedRow {
  readonly row: Source
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
  trx: Kysely<Tables>,
  provider: number,
  definition: ImportDefinition,
  rows: readonly ImportedRow[]
): Promise<RefusedRow[]> {
  const kept = (await definition.keepColumns?.(trx, provider, rows)) ?? new Map<PlannedRow, ColumnValues>()
  return rows.flatMap((row) =>
    Object.entries(kept.get(row) ?? {}).map(([name, stored]): RefusedRow => {
      const member = Object.keys(definition.members).find((one) => definition.members[one]?.column === name) ?? ''
      row.changes.delete(member)
      const sentence = `${member} is one of the person, and another row has set it: it stays.`
      const { refusal } = refusedValue(member, row.values.get(member), sentence)
      return { line: row.line, text: row.text, isConflict: true, ...refusal, stored: String(stored) }
    })
  )
}

/** Compares rows with what is stored under their keys, settles conflicts with what others have set, and numbers the new ones. */
export function planBatch(
  trx: Kysely<Tables>,
  { definition, request, lead, storedSql }: ImportSetup,
  keyed: readonly KeyedRow[],
  found: FoundReferences
): Promise<PlannedBatch> {
  return withCurrentPlans(trx, async () => {
    const { provider } = request
    const keys = keyed.map(({ key }) => key)
    const stored = await readStored(trx, definition, storedSql, provider, keys)
    const refused: RefusedRow[] = []
    const rows: ImportedRow[] = []
    for (const { row, name } of keyed) {
      const planned = planRow(definition, row, stored.get(name), found)
      if ('refusal' in planned) refused.push({ line: row.line, text: row.text, isConflict: false, ...planned.refusal })
      else rows.push(planned)
    }
    const conflicts = await settleConflicts(trx, provider, definition, rows, lead)
    const isNew = (row: ImportedRow) => !row.stored[mainTable(definition).alias]
    const [fresh, known] = [rows.filter(isNew), rows.filter((row) => !isNew(row))]
    if (fresh.length > 0) {
      await assignOwnNumbers(trx, provider, definition, fresh)
      await definition.prepare?.(trx, provider, fresh)
    }
    const kept = await keepOthers(trx, provider, definition, [...fresh, ...known])
    return { fresh, known, refused, conflicts: [...conflicts, ...kept] }
  })
}
