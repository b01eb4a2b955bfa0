import { sql } from 'kysely'
import { isMigrated } from '../database/migrate.ts'
import { findHold, isIdentified, readLastBackup } from '../database/outgoing.ts'
import { productVersion } from '../lib/product-version.ts'
import { type Checks, failedFault, type Surroundings, warningFault } from './check.ts'

export const settingsChecks: Surroundings = {
  version: async () => `customer center ${productVersion()}, Node ${process.versions.node}`,
  'demo-accounts': async ({ demo }) =>
    demo ? warningFault('DEMO is on: the passwords of its accounts are well known.') : 'there are none',
  'public-url': async ({ publicUrl, shopUrl, demo }) =>
    publicUrl === '' && !demo
      ? warningFault('PUBLIC_URL is missing: links in mails and on letters lead nowhere.')
      : `${publicUrl}, links in mails lead to ${shopUrl || publicUrl}`
}

/** A daily backup, with two hours for its work. */
const oldestBackupHours = 26

export const databaseChecks: Checks = {
  async database(_config, db) {
    const { rows } = await sql<{ version: string }>`select version()`.execute(db)
    if (!(await isMigrated(db))) return failedFault('The database lacks migrations.')
    return rows[0]?.version.split(/ on |,/, 1)[0] ?? ''
  },
  async 'database-connections'({ databaseUrl, databasePool }, db) {
    if (databaseUrl === '') return 'the embedded database has one'
    const { rows } = await sql<{ used: number; most: number }>`
      select (select sum(numbackends) from pg_stat_database)::int as used,
        current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as most`.execute(
      db
    )
    const { used, most } = rows[0] ?? { used: 0, most: 0 }
    const sentence = `${used} of ${most} connections are taken; DATABASE_POOL is ${databasePool} for each process`
    // A further process that starts beside the others also needs connections.
    return Math.max(used, databasePool) > 0.8 * most ? warningFault(`${sentence}.`) : sentence
  },
  'database-identity': async (_config, db) =>
    (await isIdentified(db))
      ? 'a copy on another database server would be noticed'
      : warningFault('A copy on another database server may not be noticed, and its mails would leave a second time.'),
  async 'outgoing-hold'(_config, db) {
    const hold = await findHold(db)
    return hold === null ? 'mails and webhooks leave' : failedFault(`${hold} No mail or webhook leaves.`)
  },
  async backup({ demo }, db) {
    const last = await readLastBackup(db)
    if (!last) return demo ? 'the demo needs none' : warningFault('There is no backup.')
    const sentence = `the last one began at ${last.toISOString()}`
    const hours = (Date.now() - last.getTime()) / 3_600_000
    return hours > oldestBackupHours ? warningFault(`It is ${Math.round(hours)} hours old: ${sentence}.`) : sentence
  },
  // Sessions and letters are dated by one clock and compared with the other.
  async clock(_config, db) {
    const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
    const seconds = Math.abs((rows[0]?.now.getTime() ?? 0) - Date.now()) / 1000
    return seconds > 5
      ? failedFault(`The clocks of this machine and of the database differ by ${Math.round(seconds)} s.`)
      : new Date().toISOString()
  }
}
