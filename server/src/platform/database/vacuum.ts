import { sql } from 'kysely'
import type { Config } from '../config/config.ts'
import type { Db } from './query.ts'

/**
 * Frees the disk space of deleted and replaced rows, one table at a time, so that other statements need not wait for
 * all tables. A PostgreSQL server does so on its own; the embedded database has no process for it, and would grow
 * without end.
 */
export async function vacuumEmbedded({ db, config }: { db: Db; config: Config }): Promise<void> {
  if (config.databaseUrl !== '') return
  const { rows } = await sql<{ name: string }>`
    select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname <> 'information_schema' and n.nspname not like 'pg\_%'`.execute(db)
  for (const { name } of rows) await sql`vacuum ${sql.raw(name)}`.execute(db)
}
