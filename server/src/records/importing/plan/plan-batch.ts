import { sql } from 'kysely'
import { importResource } from '@customer-center/contract/import/resources'
import { planAnewWithoutScans } from '../../../platform/database/plans.ts'
import type { Db } from '../../../platform/database/query.ts'
import type { ColumnValues, PlannedRow } from '../../rows/tables.ts'
import { type CellValue, mainTable } from '../import.ts'
import { type RefusedRow, refusedRow, refusedValue, type ValidRow } from '../read/read-row.ts'
import { assignOwnNumbers } from './assign-numbers.ts'
import { settleConflicts } from './customer-changes.ts'
import { keyText, type ImportSetup, storedSql } from './import-setup.ts'
import {
  type ImportedRow,
  leaveMember,
  planRow,
  type FoundReferences,
  type ImportValues,
  type StoredTables
} from './plan-row.ts'

/** Reads the stored rows of a batch, keyed by their text. */
export async function readStored(
  db: Db,
  { definition, request: { providerId } }: ImportSetup,
  keys: readonly ColumnValues[]
): Promise<Map<string, StoredTables>> {
  if (keys.length === 0) return new Map()
  const ofProvider = keys.map((key) => ({ ...key, provider_id: providerId }))
  const { rows } = await sql<StoredTables>`${storedSql(definition, ofProvider)}`.execute(db)
  const nameOfStored = (stored: StoredTables) => keyText(definition, stored[mainTable(definition).alias] ?? {})
  return new Map(rows.map((stored) => [nameOfStored(stored), stored]))
}

/** Finds the rows that a batch references, with one statement for each reference. */
export async function findReferences(
  db: Db,
  { references, request }: ImportSetup,
  rows: readonly ImportValues[]
): Promise<FoundReferences> {
  const found = new Map<string, ReadonlyMap<string, ColumnValues>>()
  for (const { member, find } of references) {
    const names = [...new Set(rows.map((values) => values.get(member)).filter((name) => typeof name === 'string'))]
    if (names.length === 0) continue
    const { rows: referred } = await sql<{ name: string; found: ColumnValues }>`
      ${find(request.providerId, names)}`.execute(db)
    found.set(member, new Map(referred.map((row) => [row.name, row.found])))
  }
  return found
}

export interface KeyedRow {
  readonly row: ValidRow
  readonly key: ColumnValues
  /** The key as a text. */
  readonly name: string
}

/** The part of a row that waits for the run's end: its key, and the member that takes access away. */
export interface HeldMember {
  readonly line: number
  /** The key as a text. */
  readonly name: string
  readonly contactId: number
  readonly values: Readonly<Record<string, CellValue>>
}

/** Rows of a batch that can be written, and the faults of the others. */
export interface PlannedBatch {
  readonly held: readonly HeldMember[]
  readonly fresh: readonly ImportedRow[]
  readonly known: readonly ImportedRow[]
  readonly refused: readonly RefusedRow[]
  readonly conflicts: readonly RefusedRow[]
}

/** Removes members that other rows have set from the changes. @returns each member that was sent with another value */
async function keepOthers(
  trx: Db,
  { definition, request: { providerId } }: ImportSetup,
  rows: readonly ImportedRow[]
): Promise<RefusedRow[]> {
  const kept = (await definition.keepColumns?.(trx, providerId, rows)) ?? new Map<PlannedRow, ColumnValues>()
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

/** Takes losses of access out of the rows. */
function holdLosses({ definition, ...setup }: ImportSetup, rows: readonly ImportedRow[]): HeldMember[] {
  const { alias } = mainTable(definition)
  return rows.flatMap((row): HeldMember[] => {
    const loss = setup.holds ? definition.access?.lowered?.(row) : undefined
    if (!loss) return []
    const { member, contactId } = loss
    const needed = [...importResource(definition.resource).key, member, 'changedAt']
    const values = Object.fromEntries([...row.values].filter(([name]) => needed.includes(name)))
    leaveMember({ definition, ...setup }, row, member)
    row.settled = row.settled.filter((mark) => mark.member !== member)
    return [{ line: row.line, name: keyText(definition, row.stored[alias] ?? {}), contactId, values }]
  })
}

/**
 * Compares rows with the stored rows of the same keys, settles conflicts with values that others have set, and numbers
 * new rows.
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
    const settled = await settleConflicts(trx, setup, rows)
    const held = holdLosses(setup, rows)
    // What waits is settled at the end.
    const isHeld = ({ line, field }: RefusedRow) =>
      held.some((row) => row.line === line && field !== null && field in row.values)
    const conflicts = settled.filter((row) => !isHeld(row))
    const isNew = (row: ImportedRow) => !row.stored[mainTable(definition).alias]
    const [fresh, known] = [rows.filter(isNew), rows.filter((row) => !isNew(row))]
    if (fresh.length > 0) {
      await assignOwnNumbers(trx, setup, fresh)
      await definition.prepare?.(trx, request.providerId, fresh)
    }
    const kept = await keepOthers(trx, setup, [...fresh, ...known])
    return { held, fresh, known, refused, conflicts: [...conflicts, ...kept] }
  })
}
