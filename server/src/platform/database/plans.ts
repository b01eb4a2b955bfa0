import { sql } from 'kysely'
import { type Db, query } from './query.ts'
import { transact } from './transaction.ts'

/**
 * Plans each statement of this work anew, and forbids scans of whole tables until the transaction ends.
 * `docs/decisions/0063-plans-of-imports.md`
 *
 * A plan that was made while the tables were empty would read all of them for each batch. The work makes no inserts:
 * their foreign keys would be planned anew for every row, which takes three times as long as COPY. The ban on scans
 * outlasts the work because later inserts plan their foreign keys under it: a connection keeps these plans, and
 * PostgreSQL scans tables that count as small, for each pair of rows of two.
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

/**
 * Reads one of many pages in the order of an index: of a table that counts as empty PostgreSQL would sort all rows for
 * each page. Such a page reads values of other tables by subqueries: a join may go through all of them for each
 * row.
 */
export function readPage<Result>(db: Db, read: (trx: Db) => Promise<Result>): Promise<Result> {
  return transact(db, async (trx) => {
    await sql`set local enable_sort to off`.execute(trx)
    return planAnewWithoutScans(trx, () => read(trx))
  })
}

/** Factor: the planner has to know one of so many stored rows. */
const enoughKnown = 10

/**
 * Analyses tables of which the planner knows too little to choose between two indexes: autovacuum comes once a minute,
 * may have seen one while nothing in it was committed, and never comes to an embedded database.
 * @param rows the least number of rows, by table
 */
export async function renewStatistics(db: Db, rows: Readonly<Record<string, number>>): Promise<void> {
  const { rows: stale } = await sql<{ readonly name: string }>`
    select key as name from json_each_text(${JSON.stringify(rows)}::json)
    join pg_class on pg_class.oid = key::regclass where reltuples * ${enoughKnown}::int < value::int`.execute(db)
  if (stale.length === 0) return
  // A process that has locked a table is analysing it, or an import by itself.
  await query(db, `analyze (skip_locked) ${stale.map(({ name }) => name).join(', ')}`)
}
