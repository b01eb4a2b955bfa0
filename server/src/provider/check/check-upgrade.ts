import { findOldestTransaction } from '../../platform/database/migrate.ts'
import { listPending } from '../../platform/database/pending-migrations.ts'
import type { Db } from '../../platform/database/query.ts'
import { productVersion } from '../../platform/lib/product-version.ts'
import type { Finding } from './check-installation.ts'

const remedy = 'Back up, then run the command check of this version, which makes it, and restart the servers in turn.'

/** Seconds after which a transaction counts as long: a migration waits as long for a table. */
const longTransaction = 1

/**
 * Looks at what this version would do to the database, and does not do it.
 * @throws DatabaseError where this version cannot run on it
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
