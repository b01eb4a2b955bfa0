import { type Kysely, sql } from 'kysely'
import PgBoss from 'pg-boss'
import { changes } from './released/changes.ts'
import { documents } from './released/documents.ts'
import { events } from './released/events.ts'
import { imports } from './released/imports.ts'
import { people } from './released/people.ts'
import { sessions } from './released/sessions.ts'

// pg-boss makes its tables in a transaction of its own; here they come in the migration's, so that work can be queued before the
// queue itself has started. Later versions of pg-boss migrate these tables themselves.
const queue = PgBoss.getConstructionPlans().replaceAll(/^\s*BEGIN;|COMMIT;\s*$/g, '')

/** Makes an empty database what the last released version left behind, after its migrations 0001 to 0051. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statements of [people, events, documents, sessions, changes, imports, queue])
    await sql.raw(statements).execute(db)
}
