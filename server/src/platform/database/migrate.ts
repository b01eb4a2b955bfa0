import { type Kysely, type Migration, Migrator, sql } from 'kysely'
import { errorCode, DatabaseError, errorMessage } from './errors.ts'
import * as people from './migrations/0001-people.ts'
import * as events from './migrations/0002-events.ts'
import * as documents from './migrations/0003-documents.ts'
import * as sessions from './migrations/0004-sessions.ts'
import * as idempotencyKeys from './migrations/0005-idempotency-keys.ts'
import * as queue from './migrations/0006-queue.ts'
import * as passwordMails from './migrations/0007-password-mails.ts'
import * as issuedLetters from './migrations/0008-issued-letters.ts'
import * as serverFunctions from './migrations/0009-server-functions.ts'
import * as listChanges from './migrations/0010-list-changes.ts'
import * as dropListChanges from './migrations/0011-drop-list-changes.ts'
import * as providerKeys from './migrations/0012-provider-keys.ts'
import * as sessionDevices from './migrations/0013-session-devices.ts'
import * as passwordResets from './migrations/0014-password-resets.ts'
import * as jobCaptions from './migrations/0015-job-captions.ts'
import * as calendarFeeds from './migrations/0016-calendar-feeds.ts'
import * as zipDownloads from './migrations/0017-zip-downloads.ts'
import * as emailChanges from './migrations/0018-email-changes.ts'
import * as contactAccess from './migrations/0019-contact-access.ts'
import * as calendarFeedsFollow from './migrations/0020-calendar-feeds-follow.ts'
import * as passkeys from './migrations/0021-passkeys.ts'
import * as lettersOfOneFile from './migrations/0022-letters-of-one-file.ts'
import * as invoiceAmounts from './migrations/0023-invoice-amounts.ts'
import * as visits from './migrations/0024-visits.ts'
import * as sessionEnds from './migrations/0025-session-ends.ts'
import * as networks from './migrations/0026-networks.ts'
import * as logKeys from './migrations/0027-log-keys.ts'
import * as documentCosts from './migrations/0028-document-costs.ts'
import * as imports from './migrations/0029-imports.ts'
import * as storedFiles from './migrations/0030-stored-files.ts'
import * as changes from './migrations/0032-changes.ts'
import * as webhooks from './migrations/0033-webhooks.ts'
import * as letterheads from './migrations/0034-letterheads.ts'
import * as attendedNames from './migrations/0035-attended-names.ts'
import * as importedHashes from './migrations/0036-imported-hashes.ts'
import * as marksOfOneTransaction from './migrations/0042-marks-of-one-transaction.ts'
import * as shopsOfACompany from './migrations/0043-shops-of-a-company.ts'
import * as personalData from './migrations/0048-personal-data.ts'
import * as erasedPersons from './migrations/0049-erased-persons.ts'
import * as unreadColumns from './migrations/0051-unread-columns.ts'
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
  '0008-issued-letters': issuedLetters,
  '0009-server-functions': serverFunctions,
  '0010-list-changes': listChanges,
  '0011-drop-list-changes': dropListChanges,
  '0012-provider-keys': providerKeys,
  '0013-session-devices': sessionDevices,
  '0014-password-resets': passwordResets,
  '0015-job-captions': jobCaptions,
  '0016-calendar-feeds': calendarFeeds,
  '0017-zip-downloads': zipDownloads,
  '0018-email-changes': emailChanges,
  '0019-contact-access': contactAccess,
  '0020-calendar-feeds-follow': calendarFeedsFollow,
  '0021-passkeys': passkeys,
  '0022-letters-of-one-file': lettersOfOneFile,
  '0023-invoice-amounts': invoiceAmounts,
  '0024-visits': visits,
  '0025-session-ends': sessionEnds,
  '0026-networks': networks,
  '0027-log-keys': logKeys,
  '0028-document-costs': documentCosts,
  '0029-imports': imports,
  '0030-stored-files': storedFiles,
  '0032-changes': changes,
  '0033-webhooks': webhooks,
  '0034-letterheads': letterheads,
  '0035-attended-names': attendedNames,
  '0036-imported-hashes': importedHashes,
  '0042-marks-of-one-transaction': marksOfOneTransaction,
  '0043-shops-of-a-company': shopsOfACompany,
  '0048-personal-data': personalData,
  '0049-erased-persons': erasedPersons,
  '0051-unread-columns': unreadColumns,
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
  '0067-login-marks': loginMarks
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

/** Whether the database has what this version needs. It may have more: the next version may have started beside this one. */
export async function isMigrated(db: Kysely<Tables>): Promise<boolean> {
  const done = new Set(await readDone(db))
  return Object.keys(migrations).every((name) => done.has(name))
}

/**
 * Brings the schema up to date, all or nothing. Processes that start at once wait for each other (an advisory lock).
 * @throws DatabaseError naming the migration that failed
 */
export async function migrate(db: Kysely<Tables>): Promise<void> {
  // Kysely's Migrator lists all tables twice: 0.7 s of CPU in the embedded database, at each start.
  if ((await readDone(db)).join() === Object.keys(migrations).join()) return
  const { error, results } = await new Migrator({
    db,
    provider: { getMigrations: async () => migrations }
  }).migrateToLatest()
  if (error === undefined) return
  const failed = results?.find(({ status }) => status === 'Error')?.migrationName
  const what = failed ? `The migration ${failed} of the database` : 'The migration of the database'
  throw new DatabaseError(`${what} failed (${errorMessage(error)}).`, { cause: error })
}
