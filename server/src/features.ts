import { Counter } from 'prom-client'
import { account } from './account/index.ts'
import { bookings } from './bookings/index.ts'
import { company } from './company/index.ts'
import { confirmations } from './confirmations/index.ts'
import type { Feature } from './feature/feature.ts'
import { mergeFeatures } from './feature/merge-features.ts'
import { platform } from './feature/platform.ts'
import type { JobContext } from './feature/services.ts'
import { mails } from './mails/index.ts'
import { people } from './people/index.ts'
import type { Config } from './platform/config/config.ts'
import type { Db } from './platform/database/query.ts'
import { type Retention, keptTables } from './platform/database/retention.ts'
import { ownMetric } from './platform/metrics/metric.ts'
import { jobRetention } from './platform/queue/job.repository.ts'
import type { Repeated } from './platform/queue/repeat.ts'
import { provider } from './provider-api/index.ts'
import { completeImports } from './records/importing/import.ts'
import { renumberRestoredEntries } from './records/rows/audit.ts'
import { runtimeConfiguration } from './runtime-config/index.ts'

/** Features for the customers of each shop; each room may import those before it. */
export const customerFeatures: readonly Feature[] = [company, mails, account, people, bookings, confirmations]

const serverFeatures: readonly Feature[] = [platform, provider, runtimeConfiguration]

export const features: readonly Feature[] = [...customerFeatures, ...serverFeatures]

const merged = mergeFeatures(features)

/** All kinds of background work, each once. */
export const jobs = merged.jobs

export const imports = completeImports(merged.imports)

export const gauges = merged.metrics

/** Personal data of all tables; a referencing table comes after the one it references. */
export const personalData = merged.personalData

/** Periods for which tables and folders keep rows and files; docs/operations/housekeeping.md lists it. */
export const retention: readonly Retention[] = [
  ...merged.retention,
  jobRetention(jobs),
  keptTables(
    'for good: what your files bring, and customers add',
    ...new Set(imports.flatMap(({ tables }) => tables.map(({ name }) => name)))
  )
]

export const removedByAge = new Counter(
  ownMetric(
    'removed_total',
    'Rows and files that this process has deleted because of their age, by table or folder',
    'of'
  )
)

export async function removeExpired({
  db,
  config,
  log
}: Pick<JobContext, 'db' | 'config'> & Partial<Pick<JobContext, 'log'>>): Promise<void> {
  const removed: Record<string, number> = {}
  for (const {
    of: [name = ''],
    removeOld
  } of retention) {
    const count = (await removeOld?.(db, config)) ?? 0
    if (count > 0) removed[name] = count
    removedByAge.inc({ of: name }, count)
  }
  if (Object.keys(removed).length > 0) log?.info({ removed }, 'old rows and files were deleted')
}

/** Work that looks at intervals for something to do. */
export const repeatedWork: readonly Repeated<JobContext>[] = [
  ...merged.repeated,
  { everyMs: 10 * 60_000, run: removeExpired }
]

/** APIs that the server has once, for all shops. */
export const serverPlugins = serverFeatures.flatMap((feature) => feature.plugins ?? [])

/**
 * Runs the checks of all features before the process takes work.
 * @throws OperatorError for a fault that would make work fail later
 */
export async function checkStart(config: Config, db: Db): Promise<void> {
  await renumberRestoredEntries(db)
  for (const check of Object.values(merged.startChecks)) await check(config, db)
}

/** @returns faults that do not keep the server from running, as English sentences for the operator */
export async function findStartWarnings(config: Config, db: Db): Promise<string[]> {
  const finders = Object.values(merged.startWarnings)
  return (await Promise.all(finders.map((find) => find(config, db)))).flat()
}
