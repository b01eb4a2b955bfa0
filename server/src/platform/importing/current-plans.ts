import { type Kysely, sql } from 'kysely'
import type { Tables } from '../database/tables.ts'

/**
 * Lets PostgreSQL plan each statement of this work anew: a plan that was made while the tables were empty would read all of them for
 * each batch. No inserts in it: their foreign keys would be planned anew for every row, which takes three times as long as COPY.
 */
export async function withCurrentPlans<Result>(trx: Kysely<Tables>, work: () => Promise<Result>): Promise<Result> {
  await sql`set local plan_cache_mode = force_custom_plan`.execute(trx)
  const result = await work()
  await sql`set local plan_cache_mode to default`.execute(trx)
  return result
}
