import { type Kysely, sql } from 'kysely'
import PgBoss from 'pg-boss'

// pg-boss makes its tables in a transaction of its own; here they come in the migration's, so that work can be queued before the
// queue itself has started. Later versions of pg-boss migrate these tables themselves.
const ownTransaction = /^\s*BEGIN;|COMMIT;\s*$/g

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(PgBoss.getConstructionPlans().replace(ownTransaction, '')).execute(db)
}
