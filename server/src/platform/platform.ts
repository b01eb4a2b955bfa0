import type { Feature } from './feature.ts'
import { removeOldRuns } from './importing/import-run.repository.ts'
import { importedOfPerson } from './importing/personal-data.ts'
import { removeOldTurns } from './limits/turns.repository.ts'
import { logOperatorEvents } from './operator/operator-events.ts'
import { placeInThisServer, removeOldAuditEntries } from './saving/audit-retention.ts'
import { removeOldKeys } from './saving/idempotency.ts'
import { recordedOfPerson } from './saving/personal-data.ts'

/** The parts of every server, whatever it serves: queue, record of changes, imports. */
export const platform: Feature = {
  repeated: [logOperatorEvents],
  personalData: [...recordedOfPerson, ...importedOfPerson],
  cleanups: [removeOldRuns, removeOldKeys, removeOldAuditEntries, removeOldTurns],
  startChecks: [async (_config, db) => placeInThisServer(db)]
}
