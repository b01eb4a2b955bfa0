import { changes } from './changes.ts'
import { comments } from './comments.ts'
import { documents } from './documents.ts'
import { events } from './events.ts'
import { imports } from './imports.ts'
import { installation } from './installation.ts'
import { jobs } from './jobs.ts'
import type { DatabaseMigrations } from './migration.ts'
import { people } from './people.ts'
import { released } from './released/index.ts'
import { sessions } from './sessions.ts'

const areas = [
  { '0051-unread-columns': released },
  changes,
  comments,
  documents,
  events,
  imports,
  installation,
  jobs,
  people,
  sessions
]

/**
 * All migrations in their order. A migration that has run at a provider's is never edited; a further migration corrects
 * it.
 */
export const migrations: DatabaseMigrations = Object.fromEntries(
  areas
    .flatMap((area: DatabaseMigrations) => Object.entries(area))
    .toSorted(([one], [other]) => one.localeCompare(other))
)
