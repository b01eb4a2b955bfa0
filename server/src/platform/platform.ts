import type { Feature } from './feature.ts'
import { removeOldRuns } from './importing/import-run.repository.ts'
import { importedOfPerson } from './importing/personal-data.ts'
import { anyCommand } from './operator/command.ts'
import { removeOldTurns } from './limits/turns.repository.ts'
import { logOperatorEvents } from './operator/operator-events.ts'
import { listJobsCommand } from './queue/list-jobs.command.ts'
import { releaseOutgoingCommand } from './queue/release-outgoing.command.ts'
import { retryJobsCommand } from './queue/retry-jobs.command.ts'
import { placeInThisServer, removeOldAuditEntries } from './saving/audit-retention.ts'
import { removeOldKeys } from './saving/idempotency.ts'
import { recordedOfPerson } from './saving/personal-data.ts'

/** What every server has, whatever it serves: queue, record of changes, imports. */
export const platform: Feature = {
  repeated: [logOperatorEvents],
  personalData: [...recordedOfPerson, ...importedOfPerson],
  cleanups: [removeOldRuns, removeOldKeys, removeOldAuditEntries, removeOldTurns],
  startChecks: [async (_config, db) => placeInThisServer(db)],
  commands: ({ jobs }) => [
    anyCommand(listJobsCommand(jobs)),
    anyCommand(retryJobsCommand(jobs)),
    anyCommand(releaseOutgoingCommand(jobs))
  ]
}
