import { sql } from 'kysely'
import { query } from './database/query.ts'
import type { Feature } from './feature.ts'
import { removeOldRuns } from './importing/run/import-run.repository.ts'
import { importedOfPerson } from './importing/run/personal-data.ts'
import { removeOldTurns } from './limits/turns.repository.ts'
import { mailChecks } from './mail/mail-checks.ts'
import { databaseChecks, settingsChecks } from './operator/installation-checks.ts'
import { logOperatorEvents } from './operator/operator-events.ts'
import { removeOldAuditEntries } from './rows/audit-retention.ts'
import { queueChecks } from './queue/queue-checks.ts'
import { removeOldKeys } from './saving/idempotency.ts'
import { recordedOfPerson } from './rows/personal-data.ts'
import { callsOfPerson } from './saving/personal-data.ts'
import type { JobContext } from './services.ts'
import { storageChecks, storageSurroundings } from './storage/storage-checks.ts'

/**
 * Frees the room of rows that were deleted or replaced, one table after the other, so that nobody waits for all of
 * them. A PostgreSQL server does so by itself; the embedded database has no process for it, and would grow for ever.
 */
async function vacuumEmbedded({ db, config }: JobContext): Promise<void> {
  if (config.databaseUrl !== '') return
  const { rows } = await sql<{ name: string }>`
    select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname <> 'information_schema' and n.nspname not like 'pg\_%'`.execute(db)
  for (const { name } of rows) await query(db, `vacuum ${name}`)
}

/** The parts of every server, whatever it serves: queue, record of changes, imports. */
export const platform: Feature = {
  repeated: [
    logOperatorEvents,
    // 20,000 rows that come and go leave 5 MB; to look for them takes 7 ms of a table of 200,000.
    { everyMs: 60 * 60_000, atStart: false, run: vacuumEmbedded }
  ],
  personalData: [...recordedOfPerson, ...callsOfPerson, ...importedOfPerson],
  cleanups: [removeOldRuns, removeOldKeys, removeOldAuditEntries, removeOldTurns],
  surroundings: { ...settingsChecks, ...storageSurroundings, ...mailChecks },
  checks: { ...databaseChecks, ...storageChecks, ...queueChecks }
}
