import type { Kysely } from 'kysely'
import PgBoss from 'pg-boss'
import type { Config } from '../config/config.ts'
import type { Tables } from '../database/tables.ts'
import type { JobOptions } from './job.ts'
import { pgBossDatabase } from './pg-boss-database.ts'

/** Where pg-boss copies jobs that failed for good. */
export const deadLetterQueue = 'dead-jobs'

interface QueueDefinition {
  readonly name: string
  readonly options: (config: Config) => JobOptions
}

/** Creates missing queues and updates the options of all, before the first job can be queued. */
export async function prepareQueues(
  db: Kysely<Tables>,
  config: Config,
  definitions: readonly QueueDefinition[]
): Promise<void> {
  const boss = new PgBoss({ db: pgBossDatabase(db) })
  const existing = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  if (!existing.has(deadLetterQueue)) await boss.createQueue(deadLetterQueue)
  for (const { name, options } of definitions) {
    const { retryLimit, retryDelaySeconds, timeoutSeconds, heartbeatTimeoutSeconds } = options(config)
    const wanted = {
      retryLimit,
      retryDelay: retryDelaySeconds,
      // With back-off pg-boss waits a second at least.
      retryBackoff: retryDelaySeconds > 0,
      expireInSeconds: heartbeatTimeoutSeconds ?? timeoutSeconds,
      deadLetter: deadLetterQueue
    }
    const queue = existing.get(name)
    if (!queue) await boss.createQueue(name, { name, ...wanted })
    else if (Object.entries(wanted).some(([key, value]) => queue[key as keyof typeof wanted] !== value))
      await boss.updateQueue(name, { name, ...wanted })
  }
}
