import { planAnewWithoutScans } from '../../platform/database/plans.ts'
import { type Db, query } from '../../platform/database/query.ts'
import type { ColumnValues, PlannedRow, RowTable } from './tables.ts'

function unionOf(rows: Iterable<ColumnValues>): readonly string[] {
  const names = new Set<string>()
  for (const row of rows) for (const name of Object.keys(row)) names.add(name)
  return [...names].toSorted()
}

/** The table's own row type reads the JSON, so no column type is repeated. */
const recordsOf = ({ name }: RowTable) => `json_populate_recordset(null::${name}, $1::json)`

async function insertInto(db: Db, providerId: number, table: RowTable, rows: readonly ColumnValues[]): Promise<void> {
  const columns = unionOf(rows)
  await query(
    db,
    `insert into ${table.name} (provider_id, ${columns.join(', ')})
      select $2::int, ${columns.map((column) => `r.${column}`).join(', ')} from ${recordsOf(table)} r`,
    [JSON.stringify(rows), providerId]
  )
}

async function updateTable(db: Db, providerId: number, table: RowTable, rows: readonly PlannedRow[]): Promise<void> {
  const { name, alias, key, versioned } = table
  const columns = unionOf(rows.map((row) => row.columns[alias] ?? {}))
  const records = rows.map((row) => {
    const stored = row.stored[alias] ?? {}
    const values = [...key, ...columns].map((column) => [column, stored[column] ?? null])
    return { ...(Object.fromEntries(values) as ColumnValues), ...row.columns[alias] }
  })
  const set = columns.map((column) => `${column} = r.${column}`)
  await query(
    db,
    `update ${name} t set ${[...set, ...(versioned ? ['version = t.version + 1'] : [])].join(', ')}
      from ${recordsOf(table)} r
      where ${['t.provider_id = $2::int', ...key.map((column) => `t.${column} = r.${column}`)].join(' and ')}`,
    [JSON.stringify(records), providerId]
  )
}

const isChanged = (row: PlannedRow, alias: string) => Object.keys(row.columns[alias] ?? {}).length > 0

/** Writes new and changed rows, with one insert and one update for each table. */
export async function writeRows(
  db: Db,
  providerId: number,
  tables: readonly RowTable[],
  rows: readonly PlannedRow[]
): Promise<void> {
  for (const table of tables) {
    const { alias, versioned } = table
    const inserted = rows.filter(({ stored }) => !stored[alias]).map(({ columns }) => columns[alias] ?? {})
    // A change of any of its tables increments the row's version.
    const updated = rows.filter((row) => row.stored[alias] && (isChanged(row, alias) || versioned))
    if (inserted.length > 0) await insertInto(db, providerId, table, inserted)
    if (updated.length > 0) await planAnewWithoutScans(db, () => updateTable(db, providerId, table, updated))
  }
}

export async function deleteRows(
  db: Db,
  providerId: number,
  table: RowTable,
  rows: readonly ColumnValues[]
): Promise<void> {
  const isNamed = ['t.provider_id = $2', ...table.key.map((column) => `t.${column} = k.${column}`)].join(' and ')
  const text = `delete from ${table.name} t using ${recordsOf(table)} k where ${isNamed}`
  await query(db, text, [JSON.stringify(rows), providerId])
}
