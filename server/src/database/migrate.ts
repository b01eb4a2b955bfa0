import { type Kysely, type Migration, Migrator } from 'kysely'
import { DatabaseError, reasonOf } from './failures.ts'
import * as people from './migrations/0001-people.ts'
import * as events from './migrations/0002-events.ts'
import * as documents from './migrations/0003-documents.ts'
import * as sessions from './migrations/0004-sessions.ts'
import * as idempotencyKeys from './migrations/0005-idempotency-keys.ts'
import * as queue from './migrations/0006-queue.ts'
import * as passwordMails from './migrations/0007-password-mails.ts'
import * as issuedLetters from './migrations/0008-issued-letters.ts'
import type { Tables } from './tables.ts'

/** In this order; what has once run at a customer's is never edited, only followed by another. */
const migrations: Record<string, Migration> = {
  '0001-people': people,
  '0002-events': events,
  '0003-documents': documents,
  '0004-sessions': sessions,
  '0005-idempotency-keys': idempotencyKeys,
  '0006-queue': queue,
  '0007-password-mails': passwordMails,
  '0008-issued-letters': issuedLetters
}

/**
 * Brings the schema up to date, all or nothing. Processes that start at once wait for each other (an advisory lock).
 * @throws DatabaseError naming the migration that failed
 */
export async function migrate(db: Kysely<Tables>): Promise<void> {
  const { error, results } = await new Migrator({
    db,
    provider: { getMigrations: async () => migrations }
  }).migrateToLatest()
  if (error === undefined) return
  const failed = results?.find(({ status }) => status === 'Error')?.migrationName
  const what = failed ? `The migration ${failed} of the database` : 'The migration of the database'
  throw new DatabaseError(`${what} failed (${reasonOf(error)}).`, { cause: error })
}
