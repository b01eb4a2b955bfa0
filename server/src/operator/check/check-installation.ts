import type { Feature } from '../../feature/feature.ts'
import { platform } from '../../feature/platform.ts'
import type { Config } from '../../platform/config/config.ts'
import type { OperatorError } from '../../platform/config/operator-error.ts'
import { errorMessage } from '../../platform/database/errors.ts'
import { findOldestTransaction } from '../../platform/database/migrate.ts'
import { listPending } from '../../platform/database/pending-migrations.ts'
import type { Db } from '../../platform/database/query.ts'
import { productVersion } from '../../platform/lib/product-version.ts'
import { type CheckOutcome, failedFault, type Severity, warningFault } from '../../platform/operator/check.ts'
import remedies from './remedies.json' with { type: 'json' }

export interface Finding {
  readonly code: string
  readonly severity: Severity
  readonly sentence: string
  /** The remedy; empty if nothing has to be done. */
  readonly remedy: string
}

type Look = readonly [code: string, look: () => Promise<CheckOutcome>]

async function findingOf([code, look]: Look): Promise<Finding> {
  const outcome = await look().catch((error: unknown) => failedFault(errorMessage(error)))
  if (typeof outcome === 'string') return { code, severity: 'fine', sentence: outcome, remedy: '' }
  return { code, remedy: (remedies as Readonly<Record<string, string>>)[code] ?? '', ...outcome }
}

/** Binds named checks to their subject. */
const bind = <Check>(checks: Readonly<Record<string, Check>>, look: (check: Check) => Promise<CheckOutcome>): Look[] =>
  Object.entries(checks).map(([code, check]) => [code, () => look(check)])

const surroundingsOf = (config: Config) =>
  Promise.all(bind(platform.surroundings ?? {}, (check) => check(config)).map(findingOf))

/** Runs all checks that need no open database, after it could not be opened. */
export async function checkSurroundings(config: Config, error: OperatorError): Promise<Finding[]> {
  return [...(await surroundingsOf(config)), await findingOf(['database', () => Promise.reject(error)])]
}

/** Runs all checks that the server needs; if the database fails, skips those that need it. */
export async function checkInstallation(db: Db, config: Config, features: readonly Feature[]): Promise<Finding[]> {
  const findings = await surroundingsOf(config)
  const looks = [platform, ...features.filter((feature) => feature !== platform)].flatMap(
    ({ checks = {}, startChecks = {}, startWarnings = {} }) => [
      ...bind(checks, (check) => check(config, db)),
      ...bind(startChecks, async (check) => (await check(config, db), 'can be read')),
      ...bind(startWarnings, async (find) => {
        const found = await find(config, db)
        return found.length === 0 ? 'no fault found' : warningFault(found.join('\n'))
      })
    ]
  )
  // Checks run one after the other, so that a check of a large installation takes one connection.
  for (const look of looks) {
    const finding = await findingOf(look)
    findings.push(finding)
    if (finding.code === 'database' && finding.severity === 'failed') break
  }
  return findings
}

const remedy = 'Back up, then run the command check of this version, which makes it, and restart the servers in turn.'

/** Seconds after which a transaction counts as long; a migration waits as long for a table. */
const longTransaction = 1

/**
 * Checks which migrations this version would apply, without applying them.
 * @throws DatabaseError if this version cannot run on the database
 */
export async function checkUpgrade(db: Db): Promise<Finding[]> {
  const pending = await listPending(db)
  if (pending.length === 0) {
    const sentence = `the database has all migrations of version ${productVersion()}`
    return [{ code: 'pending-migration', severity: 'fine', sentence, remedy: '' }]
  }
  const findings: Finding[] = pending.map(({ name, holds }) => ({
    code: 'pending-migration',
    severity: 'warning',
    sentence: `${name}: ${holds}.`,
    remedy
  }))
  const sentence = await findOldestTransaction(db, longTransaction)
  return sentence === ''
    ? findings
    : [
        ...findings,
        {
          code: 'long-transaction',
          severity: 'warning',
          sentence,
          remedy: 'Wait for its end: a migration gives up if it holds a table.'
        }
      ]
}
