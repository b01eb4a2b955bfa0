import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { errorCode, DatabaseError, errorMessage } from './errors.ts'
import * as released from './migrations/0051-released.ts'
import * as proofsByMail from './migrations/0052-proofs-by-mail.ts'
import * as formerLogins from './migrations/0054-former-logins.ts'
import * as kindsOfImportedHashes from './migrations/0056-kinds-of-imported-hashes.ts'
import * as endsOfCalendarFeeds from './migrations/0058-ends-of-calendar-feeds.ts'
import * as operatorEvents from './migrations/0059-operator-events.ts'
import * as refusedFields from './migrations/0060-refused-fields.ts'
import * as sharedPersons from './migrations/0061-shared-persons.ts'
import * as lockedContacts from './migrations/0063-locked-contacts.ts'
import * as outgoing from './migrations/0064-outgoing.ts'
import * as invoiceDocuments from './migrations/0066-invoice-documents.ts'
import * as loginMarks from './migrations/0067-login-marks.ts'
import * as changesOfSharedPersons from './migrations/0068-changes-of-shared-persons.ts'
import * as loginsOfContacts from './migrations/0069-logins-of-contacts.ts'
import * as feedsOfFormerNames from './migrations/0070-feeds-of-former-names.ts'
import * as columnComments from './migrations/0071-column-comments.ts'
import * as jobs from './migrations/0072-jobs.ts'
import * as commentsInPlainWords from './migrations/0073-comments-in-plain-words.ts'
import * as statesOfBookings from './migrations/0074-states-of-bookings.ts'
import * as fileNames from './migrations/0077-file-names.ts'
import type { Tables } from './tables.ts'

/**
 * The last migration of commit 447d823. The first one here stands for it and all before: it makes the same schema. A
 * database of that version keeps the names of all of them, a new one has this name alone, and both continue behind it.
 */
const lastReleased = '0051-unread-columns'

/** Migrations in this order; one that has once run at a customer's is never edited, only followed by another. */
const migrations: Record<string, Migration> = {
  [lastReleased]: released,
  '0052-proofs-by-mail': proofsByMail,
  '0054-former-logins': formerLogins,
  '0056-kinds-of-imported-hashes': kindsOfImportedHashes,
  '0058-ends-of-calendar-feeds': endsOfCalendarFeeds,
  '0059-operator-events': operatorEvents,
  '0060-refused-fields': refusedFields,
  '0061-shared-persons': sharedPersons,
  '0063-locked-contacts': lockedContacts,
  '0064-outgoing': outgoing,
  '0066-invoice-documents': invoiceDocuments,
  '0067-login-marks': loginMarks,
  '0068-changes-of-shared-persons': changesOfSharedPersons,
  '0069-logins-of-contacts': loginsOfContacts,
  '0070-feeds-of-former-names': feedsOfFormerNames,
  '0071-column-comments': columnComments,
  '0072-jobs': jobs,
  '0073-comments-in-plain-words': commentsInPlainWords,
  '0074-states-of-bookings': statesOfBookings,
  '0077-file-names': fileNames
}

const undefinedTable = '42P01'

async function readDone(db: Kysely<Tables>): Promise<readonly string[]> {
  try {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
    return rows.map(({ name }) => name)
  } catch (error) {
    if (errorCode(error) === undefinedTable) return []
    throw error
  }
}

/**
 * Tells whether the database has the schema that this version needs. It may have more: the next version may have
 * started beside this one.
 */
export async function isMigrated(db: Kysely<Tables>): Promise<boolean> {
  const done = new Set(await readDone(db))
  return Object.keys(migrations).every((name) => done.has(name))
}

/**
 * Brings the schema up to date, all or nothing. Processes that start at once wait for each other (an advisory lock).
 * @throws DatabaseError naming the migration that failed, or the version that has to run first
 */
export async function migrate(db: Kysely<Tables>): Promise<void> {
  const done = await readDone(db)
  const former = done.filter((name) => name < lastReleased)
  if (former.length > 0 && !done.includes(lastReleased))
    throw new DatabaseError(
      'The database is older than commit 447d823: start the version of that commit on it once, and then this one.'
    )
  const known = [...former, ...Object.keys(migrations)]
  // Kysely's Migrator lists all tables twice: 0.7 s of CPU in the embedded database, at each start.
  if (done.join() === known.join()) return
  const { error, results } = await new Migrator({
    db,
    // Kysely wants to know every name that the database has.
    provider: {
      getMigrations: async () => Object.fromEntries(known.map((name) => [name, migrations[name] ?? released]))
    }
  }).migrateToLatest()
  if (error === undefined) return
  const failed = results?.find(({ status }) => status === 'Error')?.migrationName
  const what = failed ? `The migration ${failed} of the database` : 'The migration of the database'
  throw new DatabaseError(`${what} failed (${errorMessage(error)}).`, { cause: error })
}
