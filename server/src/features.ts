import type { Kysely } from 'kysely'
import { account } from './account/index.ts'
import { bookings } from './bookings/index.ts'
import { company } from './company/index.ts'
import { confirmations } from './confirmations/index.ts'
import { mails } from './mails/index.ts'
import { people } from './people/index.ts'
import type { Config } from './platform/config/config.ts'
import type { Tables } from './platform/database/tables.ts'
import type { Feature } from './platform/feature.ts'
import { platform } from './platform/platform.ts'
import { provider } from './provider/index.ts'
import { runtimeConfiguration } from './runtime-config/index.ts'

/** What customers of each shop meet; each room may import those before it. */
export const customerFeatures: readonly Feature[] = [company, mails, account, people, bookings, confirmations]

const serverFeatures: readonly Feature[] = [platform, provider, runtimeConfiguration]

/** What the server consists of. */
export const features: readonly Feature[] = [...customerFeatures, ...serverFeatures]

/** All work in the background, each kind once. */
export const jobs = features.flatMap((feature) => feature.jobs ?? [])

/** What looks again and again whether there is something to do. */
export const repeated = features.flatMap((feature) => feature.repeated ?? [])

/** What a provider may bring in. */
export const imports = features.flatMap((feature) => feature.imports ?? [])

/** Personal data of all tables; a referencing table comes after the one it references. */
export const personalData = features.flatMap((feature) => feature.personalData ?? [])

/** What runs at the start and every ten minutes to delete what has expired. */
export const cleanups = features.flatMap((feature) => feature.cleanups ?? [])

/** The APIs that the server has once, whatever its shops. */
export const serverPlugins = serverFeatures.flatMap((feature) => feature.plugins ?? [])

/**
 * Runs the checks of all features before the process takes work.
 * @throws OperatorError for what would make work fail later
 */
export async function checkStart(config: Config, db: Kysely<Tables>): Promise<void> {
  for (const check of features.flatMap((feature) => feature.startChecks ?? [])) await check(config, db)
}

/** @returns what is missing though the server runs without it: English sentences for the operator */
export async function findStartWarnings(config: Config, db: Kysely<Tables>): Promise<string[]> {
  const finders = features.flatMap((feature) => feature.startWarnings ?? [])
  return (await Promise.all(finders.map((find) => find(config, db)))).flat()
}
