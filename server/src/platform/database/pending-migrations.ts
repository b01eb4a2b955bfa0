import { sql } from 'kysely'
import { readPendingMigrations, refuseOtherVersions } from './migrate.ts'
import { migrations, type TableLock } from './migrations.ts'
import type { Db } from './query.ts'

const words: Readonly<Partial<Record<TableLock['lock'], string>>> = {
  AccessExclusiveLock: 'nobody reads or writes',
  RowExclusiveLock: 'it writes rows of'
}

/** Approximate number of rows that PostgreSQL reads in a second while it creates an index. */
const rowsPerSecond = 1_000_000

export interface PendingMigration {
  readonly name: string
  /** Sentence about the requests that the migration delays, and for how long. */
  readonly holds: string
}

/** Lists the migrations that this version would make. */
export async function listPending(db: Db, wanted = migrations): Promise<PendingMigration[]> {
  await refuseOtherVersions(db, wanted)
  const { rows } = await sql<{ name: string; rows: number }>`
    select pg_class.relname as name, greatest(reltuples, n_live_tup, 0)::float8 as rows
    from pg_class join pg_stat_user_tables on relid = pg_class.oid`.execute(db)
  const rowCounts = new Map(rows.map((table) => [table.name, table.rows]))
  const held = ([table, { lock, readsAll }]: [string, TableLock]) => {
    const count = rowCounts.get(table)
    // An earlier migration makes it.
    if (count === undefined) return []
    const seconds = readsAll ? Math.round(count / rowsPerSecond) : 0
    const time = seconds === 0 ? 'a moment' : `about ${seconds} s`
    return [`${words[lock] ?? 'nobody writes'} ${table} (${count.toLocaleString('en')} rows) for ${time}`]
  }
  return (await readPendingMigrations(db, wanted)).map((name) => ({
    name,
    holds:
      Object.entries(wanted[name]?.locks ?? {})
        .flatMap(held)
        .join('; ') || 'it locks no table that others use'
  }))
}
