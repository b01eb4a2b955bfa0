import { readFile } from 'node:fs/promises'
import { type Kysely, sql } from 'kysely'
import { inject } from 'vitest'
import { type Database, connectEngine } from '../../server/src/platform/database/connection.ts'
import { type Engine, embeddedEngine } from '../../server/src/platform/database/embedded.ts'
import type { Tables } from '../../server/src/platform/database/query.ts'

type Db = Kysely<Tables>

interface Kept {
  readonly engine: Engine
  /** A fingerprint of the state that the next test file needs. */
  readonly print: string
}

/** The engines that wait for the worker's next test file; few files need two. */
const waiting: Kept[] = []

const own = sql`left(n.nspname, 3) <> 'pg_' and n.nspname <> 'information_schema'`

/**
 * Describes everything but the rows of the tables that the template leaves empty: also the planner's statistics of
 * them, since plans are tested.
 */
async function fingerprint(db: Db): Promise<string> {
  const { rows } = await sql<{ print: string }>`
    select concat_ws('/',
      (select md5(string_agg(concat_ws(' ', c.oid, c.relname, c.relkind, c.relacl, a.attname, a.attnum, a.atttypid, a.attnotnull, a.atthasdef), ',' order by c.oid, a.attnum))
        from pg_class c join pg_namespace n on n.oid = c.relnamespace left join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 where ${own}),
      (select md5(string_agg(concat_ws(' ', c.oid, c.reltuples, s.staattnum), ',' order by c.oid, s.staattnum))
        from pg_class c join pg_namespace n on n.oid = c.relnamespace left join pg_statistic s on s.starelid = c.oid where ${own} and c.relkind = 'r'),
      (select md5(string_agg(c.oid::text, ',' order by c.oid)) from pg_constraint c join pg_namespace n on n.oid = c.connamespace where ${own}),
      (select md5(string_agg(concat_ws(' ', t.oid, t.tgenabled), ',' order by t.oid)) from pg_trigger t),
      (select md5(string_agg(concat_ws(' ', p.oid, p.xmin), ',' order by p.oid)) from pg_proc p join pg_namespace n on n.oid = p.pronamespace where ${own}),
      (select md5(string_agg(n.nspname, ',' order by n.nspname)) from pg_namespace n where ${own}),
      (select md5(string_agg(t::text, ',' order by t::text)) from migrations t)) as print`.execute(db)
  return rows[0]?.print ?? ''
}

/** Makes the planner forget what it learned of tables and indexes: each import analyses some. */
async function forgetStatistics(db: Db): Promise<void> {
  await sql`
    select pg_clear_attribute_stats(n.nspname, c.relname, a.attname, s.stainherit)
    from pg_statistic s join pg_class c on c.oid = s.starelid join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum = s.staattnum
    where ${own}`.execute(db)
  await sql`
    select pg_clear_relation_stats(n.nspname, c.relname)
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where ${own} and c.relkind in ('r', 'i') and c.reltuples >= 0`.execute(db)
}

/**
 * Empties tables with rows; a table that was never written has no pages. `truncate` would make new files for these
 * tables, for all that refer to them and for their indexes, which takes ten times as long.
 */
async function empty(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select format('%I.%I', n.nspname, c.relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where ${own} and c.relkind = 'r' and pg_relation_size(c.oid) > 0
      and c.oid <> 'migrations'::regclass`.execute(db)
  // Triggers would note that the tables are empty now, and foreign keys would ask for an order.
  await sql`set session_replication_role = replica`.execute(db)
  for (const { name } of rows) await sql`delete from ${sql.raw(name)}`.execute(db)
  if (rows.length > 0) await sql`vacuum ${sql.raw(rows.map(({ name }) => name).join())}`.execute(db)
  // A failed insert leaves no page, but has taken a number.
  await sql`select setval(format('%I.%I', schemaname, sequencename), start_value, false) from pg_sequences where last_value is not null`.execute(
    db
  )
}

async function withEngine<Result>(engine: Engine, work: (db: Db) => Promise<Result>): Promise<Result> {
  const { db, close } = connectEngine(engine, async () => {})
  try {
    return await work(db)
  } finally {
    await close()
  }
}

async function start(): Promise<Kept> {
  const engine = embeddedEngine({ snapshot: await readFile(inject('template').migrated) })
  const worker = await engine.start()
  // Nobody closes the waiting engine when the last file has run.
  worker.unref()
  return { engine, print: await withEngine(engine, fingerprint) }
}

/** Keeps the engine for the next file if its state can be restored; a file that altered the schema was its last. */
async function giveBack(kept: Kept): Promise<void> {
  const asItWas = await withEngine(kept.engine, async (db) => {
    await empty(db)
    await forgetStatistics(db)
    return (await fingerprint(db)) === kept.print
  }).catch(() => false)
  if (asItWas) waiting.push(kept)
  else await kept.engine.close()
}

/**
 * Opens a migrated database in memory without rows; close it in `afterAll`. Starting an engine takes 0.5 s, emptying
 * one a tenth.
 */
export async function openInMemory(): Promise<Database> {
  const kept = waiting.pop() ?? (await start())
  return connectEngine(kept.engine, () => giveBack(kept))
}
