import type { Kysely } from 'kysely'
import PgBoss from 'pg-boss'
import type { Config } from '../config/config.ts'
import type { Tables } from '../database/tables.ts'
import type { JobOptions } from './job.ts'
import { pgBossDatabase } from './pg-boss-database.ts'

/** Where pg-boss copies jobs that are given up. */
export const deadJobs = 'dead-jobs'

interface PreparedJob {
  readonly name: string
  readonly options: (config: Config) => JobOptions
}

/** Makes the queues that are missing and gives all of them their options, before the first job can be queued. */
export async function prepareQueues(db: Kysely<Tables>, config: Config, jobs: readonly PreparedJob[]): Promise<void> {
  const boss = new PgBoss({ db: pgBossDatabase(db) })
  const there = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  if (!there.has(deadJobs)) await boss.createQueue(deadJobs)
  for (const { name, options } of jobs) {
    const { retries, retrySeconds, longestSeconds, silentSeconds } = options(config)
    const meant = {
      retryLimit: retries,
      retryDelay: retrySeconds,
      // With back-off pg-boss waits a second at least.
      retryBackoff: retrySeconds > 0,
      expireInSeconds: silentSeconds ?? longestSeconds,
      deadLetter: deadJobs
    }
    const queue = there.get(name)
    if (!queue) await boss.createQueue(name, { name, ...meant })
    else if (Object.entries(meant).some(([key, value]) => queue[key as keyof typeof meant] !== value))
      await boss.updateQueue(name, { name, ...meant })
  }
}
