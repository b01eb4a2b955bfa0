import { sql } from 'kysely'
import { readLastBackup } from './database/outgoing.ts'
import { query } from './database/query.ts'
import { type Retention, keptTables } from './database/retention.ts'
import type { Feature } from './feature.ts'
import { importGauges } from './importing/run/import-metrics.ts'
import { importRetention, importedOfPerson } from './importing/run/personal-data.ts'
import { turnRetention } from './limits/turns.repository.ts'
import { mailChecks } from './mail/mail-checks.ts'
import type { SharedGauges } from './metrics/metric.ts'
import { databaseChecks, settingsChecks } from './operator/installation-checks.ts'
import { logOperatorEvents } from './operator/operator-events.ts'
import { jobGauges } from './queue/job-metrics.ts'
import { queueChecks } from './queue/queue-checks.ts'
import { auditRetention } from './rows/audit.ts'
import { recordedOfPerson } from './rows/personal-data.ts'
import { callsOfPerson, keyRetention } from './saving/idempotency.ts'
import type { JobContext } from './services.ts'
import { removeAbandoned } from './storage/folder.ts'
import { storageChecks, storageSurroundings } from './storage/storage-checks.ts'

/**
 * Frees the disk space of deleted and replaced rows, one table at a time, so that other statements need not wait for
 * all tables. A PostgreSQL server does so on its own; the embedded database has no process for it, and would grow
 * without end.
 */
async function vacuumEmbedded({ db, config }: JobContext): Promise<void> {
  if (config.databaseUrl !== '') return
  const { rows } = await sql<{ name: string }>`
    select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname <> 'information_schema' and n.nspname not like 'pg\_%'`.execute(db)
  for (const { name } of rows) await query(db, `vacuum ${name}`)
}

/** Time at which the last backup began; without a backup there is none. */
const backupGauges: SharedGauges = {
  gauges: { shared_backup_timestamp_seconds: ['When the last backup began, in Unix time'] },
  async read({ db }) {
    const last = await readLastBackup(db)
    return last ? [['shared_backup_timestamp_seconds', last.getTime() / 1000]] : []
  }
}

const folders: readonly Retention[] = [
  {
    of: ['documents/incoming'],
    kind: 'folder',
    kept: 'an hour, if a process was killed while it wrote the file',
    removeOld: async (_db, { dataFolder }) => removeAbandoned(dataFolder)
  },
  { of: ['documents'], kind: 'folder', kept: 'for good: the files that you have sent' },
  { of: ['mails'], kind: 'folder', kept: 'the newest 500, of a server without `SMTP_URL`' }
]

/** Parts of every server, whatever features it has: queue, audit, imports. */
export const platform: Feature = {
  repeated: [
    logOperatorEvents,
    // Without a vacuum, 20,000 short-lived rows leave 5 MB; to look for them takes 7 ms in a table of 200,000.
    { everyMs: 60 * 60_000, atStart: false, run: vacuumEmbedded }
  ],
  personalData: [...recordedOfPerson, ...callsOfPerson, ...importedOfPerson],
  retention: [
    ...importRetention,
    keyRetention,
    auditRetention,
    turnRetention,
    keptTables('until a server or worker has written them into its log, within ten seconds', 'operator_events'),
    keptTables('for good: one row', 'log_keys', 'outgoing'),
    { of: ['migrations'], kind: 'table', kept: 'for good: one for each migration' },
    ...folders
  ],
  metrics: [jobGauges, importGauges, backupGauges],
  surroundings: { ...settingsChecks, ...storageSurroundings, ...mailChecks },
  checks: { ...databaseChecks, ...storageChecks, ...queueChecks }
}
