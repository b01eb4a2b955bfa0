import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Db, Tables } from '../../server/src/platform/database/query.ts'

type Table = keyof Tables
type Row<Of extends Table> = Selectable<Tables[Of]>
type Where<Of extends Table> = Partial<Row<Of>>

/** SQL of `name = value` for each value. */
const pairs = (values: object) => Object.entries(values).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)

const condition = (where: object) => sql.join(pairs(where), sql` and `)

/** Adds rows of which no import and no function of `seed` knows. */
export const addRows = <Of extends Table>(db: Db, table: Of, ...rows: Insertable<Tables[Of]>[]) =>
  db.insertInto(table).values(rows).execute()

/** Changes rows behind the server's back, as time, a crash or a version before could leave them. */
export const changeRows = <Of extends Table>(db: Db, table: Of, where: Where<Of>, values: Updateable<Tables[Of]>) =>
  sql`update ${sql.table(table)} set ${sql.join(pairs(values))} where ${condition(where)}`.execute(db)

/** Reads a row that no door shows. */
export async function readRow<Of extends Table>(db: Db, table: Of, where: Where<Of>): Promise<Row<Of>> {
  const { rows } = await sql<Row<Of>>`select * from ${sql.table(table)} where ${condition(where)}`.execute(db)
  const [row] = rows
  if (!row) throw new Error(`There is no such row of ${table}.`)
  return row
}
