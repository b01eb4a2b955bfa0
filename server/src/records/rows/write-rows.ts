import { sql } from 'kysely'
import { planAnewWithoutScans } from '../../platform/database/plans.ts'
import type { Db } from '../../platform/database/query.ts'
import type { ColumnValues, PlannedRow, RowTable } from './tables.ts'

function unionOf(rows: Iterable<ColumnValues>): readonly string[] {
  const names = new Set<string>()
  for (const row of rows) for (const name of Object.keys(row)) names.add(name)
  return [...names].toSorted()
}

/** The table's own row type reads the JSON, so no column type is repeated. */
const recordsOf = ({ name }: RowTable, rows: readonly ColumnValues[]) =>
  sql`json_populate_recordset(null::${sql.table(name)}, ${JSON.stringify(rows)}::json)`

const isRecord = (providerId: number, { key }: RowTable) => {
  const ofCompany = sql`t.provider_id = ${providerId}::int`
  return sql.join([ofCompany, ...key.map((name) => sql`${sql.ref(`t.${name}`)} = ${sql.ref(`r.${name}`)}`)], sql` and `)
}

async function insertRows(db: Db, providerId: number, table: RowTable, rows: readonly ColumnValues[]): Promise<void> {
  const columns = unionOf(rows)
  await sql`
    insert into ${sql.table(table.name)} (provider_id, ${sql.join(columns.map((column) => sql.ref(column)))})
    select ${providerId}::int, ${sql.join(columns.map((column) => sql.ref(`r.${column}`)))} from ${recordsOf(table, rows)} r`.execute(
    db
  )
}

async function updateRows(db: Db, providerId: number, table: RowTable, rows: readonly PlannedRow[]): Promise<void> {
  const { name, alias, key, versioned } = table
  const columns = unionOf(rows.map((row) => row.columns[alias] ?? {}))
  const records = rows.map((row) => {
    const stored = row.stored[alias] ?? {}
    const values = [...key, ...columns].map((column) => [column, stored[column] ?? null])
    return { ...(Object.fromEntries(values) as ColumnValues), ...row.columns[alias] }
  })
  const set = columns.map((column) => sql`${sql.ref(column)} = ${sql.ref(`r.${column}`)}`)
  await sql`
    update ${sql.table(name)} t set ${sql.join([...set, ...(versioned ? [sql`version = t.version + 1`] : [])])}
    from ${recordsOf(table, records)} r where ${isRecord(providerId, table)}`.execute(db)
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
    if (inserted.length > 0) await insertRows(db, providerId, table, inserted)
    if (updated.length > 0) await planAnewWithoutScans(db, () => updateRows(db, providerId, table, updated))
  }
}

export async function deleteRows(
  db: Db,
  providerId: number,
  table: RowTable,
  rows: readonly ColumnValues[]
): Promise<void> {
  await sql`
    delete from ${sql.table(table.name)} t using ${recordsOf(table, rows)} r
    where ${isRecord(providerId, table)}`.execute(db)
}
