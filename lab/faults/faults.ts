import type { TrialRoom } from '../trial/trial.ts'
import { backup } from './backup.ts'
import { blackHole } from './black-hole.ts'
import { failover } from './failover.ts'
import { fullDisk, fullDiskEmbedded } from './full-disk.ts'
import { killedImport } from './killed-import.ts'
import { month } from './month.ts'
import { pitr } from './pitr.ts'
import { readOnly } from './read-only.ts'
import { rollingRestart, rollingRestartNginx } from './rolling-restart.ts'
import { slowTest } from './slow-test.ts'
import { upgrade } from './upgrade.ts'

export const faults: TrialRoom = {
  trials: {
    'rolling-restart': rollingRestart,
    'rolling-restart-nginx': rollingRestartNginx,
    upgrade,
    'killed-saves': slowTest(
      'a server is killed with -9 in the middle of saves; acknowledged saves that are not there, or made by half',
      'src/records/saving/killed-saves.slow.test.ts',
      6
    ),
    'killed-jobs': slowTest(
      'server and worker are killed with -9 at random moments while they make documents; documents that are missing or made twice',
      'src/confirmations/document-job/killed-jobs.slow.test.ts',
      10
    ),
    'killed-mails': slowTest(
      'a server is killed with -9 while the mail server hangs; mails that never came, or came twice',
      'src/people/mail/password-mail/killed-server.slow.test.ts',
      8
    ),
    'killed-import': killedImport,
    'killed-webhooks': slowTest(
      'a server that sends webhooks is killed with -9 amid deliveries; changes that never came or came with a wrong signature',
      'src/provider-api/webhook/killed-webhooks.slow.test.ts',
      10
    ),
    backup,
    pitr,
    'black-hole': blackHole,
    'read-only': readOnly,
    failover,
    'full-disk': fullDisk,
    'full-disk-embedded': fullDiskEmbedded,
    month
  },
  table: ['OPERATIONS.md', 'faults'],
  triedByTests: {
    'PgBouncer in transaction mode before the database':
      'the project pgbouncer of server/vitest.config.ts, server/src/platform/database/pooler.test.ts',
    'S3 that stalls, breaks off or refuses connections':
      'server/src/bookings/document/faulty-s3.slow.test.ts, server/src/programs/stalled-s3.slow.test.ts',
    'a copy of a database or of a data folder with mails and webhooks in its queue':
      'server/src/platform/queue/outgoing.slow.test.ts',
    'an import over HTTP that a client, the database or a time limit breaks off':
      'server/src/provider-api/import/broken-off.slow.test.ts',
    'a server that is killed amid an import over HTTP': 'server/src/provider-api/import/killed-server.slow.test.ts'
  }
}
