import { sql } from 'kysely'
import type { Db } from '../../../platform/database/query.ts'
import type { PlannedRow } from '../../rows/tables.ts'
import { mainTable } from '../import.ts'
import { placeOf, type ImportSetup } from './import-setup.ts'

/**
 * Gives each new row without a number the highest number of the rows with the same parent, plus one.
 * @param name `alias.column`
 * @param parent column of the same table that identifies the parent
 * @param highest by parent
 */
export function assignNumbersWithin(
  rows: readonly PlannedRow[],
  name: string,
  parent: string,
  highest: Readonly<Record<string, number>>
): void {
  const { alias, column } = placeOf(name)
  const last = new Map(Object.entries(highest))
  for (const { columns } of rows) {
    const of = (columns[alias] ??= {})
    const within = String(of[parent])
    of[column] ??= (last.get(within) ?? 0) + 1
    last.set(within, Math.max(last.get(within) ?? 0, Number(of[column])))
  }
}

/**
 * Gives each new row without a number the highest stored or imported number plus one.
 * @param name `alias.column`
 * @param highest the highest number of present and removed rows; 0 for none
 */
export function assignNumbers(rows: readonly PlannedRow[], name: string, highest: number): void {
  const { alias, column } = placeOf(name)
  let last = highest
  for (const { columns } of rows) last = Math.max(last, Number(columns[alias]?.[column] ?? 0))
  for (const { columns } of rows) {
    const of = (columns[alias] ??= {})
    of[column] ??= last += 1
  }
}

/**
 * Gives new rows the numbers that their definition assigns, none of which a removed row had. Until the transaction
 * ends, no other transaction numbers rows of the company in this table, but all others can read and change the rows.
 */
export async function assignOwnNumbers(
  trx: Db,
  { definition, request: { providerId } }: ImportSetup,
  rows: readonly PlannedRow[]
): Promise<void> {
  if (rows.length === 0) return
  const assigned = Object.values(definition.members).find((member) => member.assigned)?.column
  if (assigned === undefined) return
  const { name } = mainTable(definition)
  // The lock is a statement of its own: a statement sees the data of when it begins. It follows the locks of the stored
  // rows, like the lock of the persons' numbers, so that no two runs deadlock.
  await sql`select pg_advisory_xact_lock(hashtext(${name}), ${providerId}::int)`.execute(trx)
  const { rows: found } = await sql<{ highest: number }>`
    select greatest(0,
      (select max(${sql.ref(placeOf(assigned).column)}) from ${sql.table(name)} where provider_id = ${providerId}),
      (select highest from removed_numbers where provider_id = ${providerId} and table_name = ${name} and within = 0)
    ) as highest`.execute(trx)
  assignNumbers(rows, assigned, found[0]?.highest ?? 0)
}
