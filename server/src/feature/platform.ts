import { readLastBackup } from '../platform/database/outgoing.ts'
import { type Retention, keptTables } from '../platform/database/retention.ts'
import { vacuumEmbedded } from '../platform/database/vacuum.ts'
import { mailLimitRetention } from '../platform/limits/mail-limit.repository.ts'
import { mailChecks } from '../platform/mail/mail-checks.ts'
import type { SharedGauges } from '../platform/metrics/metric.ts'
import { databaseChecks, settingsChecks } from '../platform/operator/installation-checks.ts'
import { logOperatorEvents } from '../platform/operator/operator-events.ts'
import { jobGauges } from '../platform/queue/job-metrics.ts'
import { queueChecks } from '../platform/queue/queue-checks.ts'
import { removeAbandoned } from '../platform/storage/folder.ts'
import { storageChecks, storageSurroundings } from '../platform/storage/storage-checks.ts'
import { importGauges } from '../records/importing/run/import-metrics.ts'
import { importRetention, importedOfPerson } from '../records/importing/run/personal-data.ts'
import { auditRetention } from '../records/rows/audit.ts'
import { recordedOfPerson } from '../records/rows/personal-data.ts'
import { idempotencyData, keyRetention } from '../records/saving/idempotency.ts'
import type { Feature } from './feature.ts'

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
  personalData: [...recordedOfPerson, ...idempotencyData, ...importedOfPerson],
  retention: [
    ...importRetention,
    keyRetention,
    auditRetention,
    mailLimitRetention,
    keptTables('until a server or worker has written them into its log, within ten seconds', 'operator_events'),
    keptTables('for good: one row', 'log_keys', 'outgoing'),
    { of: ['migrations'], kind: 'table', kept: 'for good: one for each migration' },
    ...folders
  ],
  metrics: [jobGauges, importGauges, backupGauges],
  surroundings: { ...settingsChecks, ...storageSurroundings, ...mailChecks },
  checks: { ...databaseChecks, ...storageChecks, ...queueChecks }
}
