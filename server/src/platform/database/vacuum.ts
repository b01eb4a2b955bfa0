import { type Kysely, sql } from 'kysely'
import { query } from './query.ts'
import type { Tables } from './tables.ts'

/**
 * Frees the room of rows that were deleted or replaced, one table after the other, so that nobody waits for all of them. A server of
 * PostgreSQL does so by itself; the embedded database has no process for it, and would grow for ever.
 */
export async function vacuumTables(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname <> 'information_schema' and n.nspname not like 'pg\_%'`.execute(db)
  for (const { name } of rows) await query(db, `vacuum ${name}`)
}
