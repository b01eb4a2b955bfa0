import { type Kysely, sql } from 'kysely'
import { changes } from './released/changes.ts'
import { documents } from './released/documents.ts'
import { events } from './released/events.ts'
import { imports } from './released/imports.ts'
import { people } from './released/people.ts'
import { sessions } from './released/sessions.ts'

/**
 * Makes an empty database what the last released version left behind, after its migrations 0001 to 0051, but for the tables of the
 * queue of that time: 0072 drops them where they are.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statements of [people, events, documents, sessions, changes, imports])
    await sql.raw(statements).execute(db)
}
