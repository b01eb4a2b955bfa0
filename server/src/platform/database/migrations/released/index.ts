import { sql } from 'kysely'
import { inOrder } from '../migration.ts'
import { changes } from './changes.ts'
import { documents } from './documents.ts'
import { events } from './events.ts'
import { imports } from './imports.ts'
import { people } from './people.ts'
import { sessions } from './sessions.ts'

/**
 * Makes an empty database what the last released version left behind, after its migrations 0001 to 0051, but for the tables of the
 * queue of that time: 0072 drops them where they are.
 */
export const released = inOrder(
  ...[people, events, documents, sessions, changes, imports].map((statements) => sql.raw(statements))
)
