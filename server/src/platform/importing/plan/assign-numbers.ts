import { sql } from 'kysely'
import type { Db } from '../../database/query.ts'
import type { PlannedRow } from '../../rows/tables.ts'
import { mainTable } from '../import.ts'
import { placeOf, type ImportSetup } from './import-setup.ts'

/**
 * Gives a number to each new row that brings none: one more than the highest of those that belong to the same row.
 * @param name `alias.column`
 * @param parent the column of the same table that names the row to which they belong
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
 * Gives a number to each new row that brings none: one more than the highest that is stored or brought.
 * @param name `alias.column`
 * @param highest the highest that is stored or was; 0 for none
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
 * Gives new rows the number that their definition says is assigned: none that a removed row had. The next ones of the
 * table stay free until the transaction ends: one transaction at a time numbers a company's rows, while all others read
 * and change them.
 */
export async function assignOwnNumbers(
  trx: Db,
  { definition, request: { provider } }: ImportSetup,
  rows: readonly PlannedRow[]
): Promise<void> {
  const assigned = Object.values(definition.members).find((member) => member.assigned)?.column
  if (assigned === undefined) return
  const { name } = mainTable(definition)
  // A statement of its own: a statement sees the data of when it begins. It comes behind the locks of the stored rows, as
  // that of the persons' numbers does, so that no two runs wait for each other.
  await sql`select pg_advisory_xact_lock(hashtext(${name}), ${provider}::int)`.execute(trx)
  const { rows: found } = await sql<{ highest: number }>`
    select greatest(0,
      (select max(${sql.ref(placeOf(assigned).column)}) from ${sql.table(name)} where company = ${provider}),
      (select highest from removed_numbers where company = ${provider} and table_name = ${name} and within = 0)
    ) as highest`.execute(trx)
  assignNumbers(rows, assigned, found[0]?.highest ?? 0)
}
