import { sql } from 'kysely'
import type { Db } from '../../../platform/database/query.ts'
import { mainTable } from '../import.ts'
import { type ImportedRow, setColumn } from '../imported-row.ts'
import { placeOf, type ImportSetup } from './import-setup.ts'

/**
 * Gives each new row without a number the highest stored or imported number plus one.
 * @param name `alias.column`
 * @param highest the highest number of present and removed rows, 0 for none; by parent for rows that are numbered
 * within one
 * @param parent column of the same table that identifies the parent
 */
export function assignNumbers(
  rows: readonly ImportedRow[],
  name: string,
  highest: number | Readonly<Record<string, number>>,
  parent?: string
): void {
  const place = placeOf(name)
  const last = new Map(Object.entries(typeof highest === 'number' ? { '': highest } : highest))
  const numbered = rows.map((row) => {
    const of = row.columns[place.alias] ?? {}
    return { row, number: of[place.column] ?? null, within: parent === undefined ? '' : String(of[parent]) }
  })
  const lastOf = (within: string) => last.get(within) ?? 0
  for (const { number, within } of numbered) last.set(within, Math.max(lastOf(within), Number(number)))
  for (const { row, number, within } of numbered) {
    if (number !== null) continue
    last.set(within, lastOf(within) + 1)
    setColumn(row, place, lastOf(within))
  }
}

/**
 * Gives new rows the numbers that their definition assigns, none of which a removed row had. Until the transaction
 * ends, no other transaction numbers rows of the company in this table, but all others can read and change the rows.
 */
export async function assignOwnNumbers(
  trx: Db,
  { definition, request: { providerId } }: ImportSetup,
  rows: readonly ImportedRow[]
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
