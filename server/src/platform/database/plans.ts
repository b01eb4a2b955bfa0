import { sql } from 'kysely'
import type { Db } from './query.ts'
import { inSameTransaction } from './transaction.ts'

/**
 * Plans each statement of this work anew, and forbids scans of whole tables until the transaction ends.
 * `docs/decisions/0063-plans-of-imports.md` A plan made while the tables were empty would read whole tables for each
 * batch. The work must not insert rows: the foreign keys would be planned anew for each row, which takes three times as
 * long as COPY. The ban on scans outlasts the work, because later inserts plan their foreign keys under it: the
 * connection keeps these plans, and PostgreSQL would otherwise scan tables that it considers small, once for each pair
 * of rows.
 */
export async function planAnewWithoutScans<Result>(trx: Db, work: () => Promise<Result>): Promise<Result> {
  const { rows } = await sql<{ mode: string }>`
    select found.mode, set_config('plan_cache_mode', 'force_custom_plan', true), set_config('enable_seqscan', 'off', true)
    from (select current_setting('plan_cache_mode') as mode offset 0) found`.execute(trx)
  const result = await work()
  // Work may be nested: the outer one goes on with its own mode.
  await sql`select set_config('plan_cache_mode', ${rows[0]?.mode}, true)`.execute(trx)
  return result
}

/** Inserts many rows within work of `planAnewWithoutScans`, with plans that the connection keeps. */
export async function insertWithKeptPlans(trx: Db, insert: () => Promise<void>): Promise<void> {
  await sql`select set_config('plan_cache_mode', 'auto', true)`.execute(trx)
  await insert()
  await sql`select set_config('plan_cache_mode', 'force_custom_plan', true)`.execute(trx)
}

/**
 * Reads one of many pages in the order of an index: if the planner considered the table empty, it would sort all rows
 * for each page. The statement reads values of other tables by subqueries, because a join may read all their rows for
 * each row of the page.
 */
export function readPage<Result>(db: Db, read: (trx: Db) => Promise<Result>): Promise<Result> {
  return inSameTransaction(db, async (trx) => {
    await sql`set local enable_sort to off`.execute(trx)
    return planAnewWithoutScans(trx, () => read(trx))
  })
}

/** Factor by which the stored rows may exceed the number of rows that the planner knows. */
const enoughKnown = 10

/**
 * Analyses tables whose statistics are too old for the planner to choose between two indexes. Autovacuum runs once a
 * minute, may have run before the rows were committed, and never runs in an embedded database.
 * @param rows the least number of rows, by table
 */
export async function renewStatistics(db: Db, rows: Readonly<Record<string, number>>): Promise<void> {
  const { rows: stale } = await sql<{ readonly name: string }>`
    select key as name from json_each_text(${JSON.stringify(rows)}::json)
    join pg_class on pg_class.oid = key::regclass where reltuples * ${enoughKnown}::int < value::int`.execute(db)
  if (stale.length === 0) return
  // A table that another process has locked is skipped: that process is analysing it, or is itself an import.
  await sql`analyze (skip_locked) ${sql.join(stale.map(({ name }) => sql.table(name)))}`.execute(db)
}
