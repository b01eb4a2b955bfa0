import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { run } from '../../scripts/lib/run.ts'
import { freePort } from '../../testing/free-port.ts'
import { nextVersion, programFile, runProvider, type Running, startChild, startProgram } from '../../testing/process.ts'
import type { Account } from '../../testing/product.ts'
import { openDatabaseOf } from '../../testing/server/backups.ts'
import { type PostgresProduct, startPostgresProduct } from '../../testing/server/postgres-product.ts'
import { createPostgresDatabase } from '../../testing/server/test-database.ts'
import { haproxy, lacksForProxy, startProxy } from '../proxy/proxy.ts'
import { today, writeTable } from '../trial/page.ts'
import type { Trial } from '../trial/trial.ts'
import { savedPlaces } from './product.ts'
import { startUpgradeLoad, type Step } from './upgrade-load.ts'

const stepMs = 8000

/** Environment of a program of this version. */
const thisVersion: typeof nextVersion = {}

/** Two servers and a worker, each of one version or the other. */
interface Installation {
  readonly ports: readonly number[]
  /** The servers in the order of the ports, and behind them the worker. */
  readonly running: Running[]
  readonly start: (program: 'main' | 'worker', version: typeof nextVersion, port?: number) => Promise<Running>
}

/** Writes the demo into the database; returns the accounts that it prints. */
async function writeDemo(env: Record<string, string>): Promise<Account[]> {
  const { output } = await run(process.execPath, [programFile('demo')], { quiet: true, env })
  return [...output.matchAll(/^ {2}(\S+) {2}(\S+@\S+) {2}(\S+) {2}(\w+) {2}(.+)$/gm)].map(
    ([, customerNumber = '', userName = '', password = '', right = '', company = '']) => ({
      customerNumber,
      userName,
      password,
      right,
      company
    })
  )
}

/** Restarts the servers one after the other, and then the worker, in a version. */
async function roll({ ports, running, start }: Installation, version: typeof nextVersion): Promise<void> {
  for (const [at, port] of ports.entries()) {
    await running[at]?.end()
    running[at] = await start('main', version, port)
    // The proxy sends people to a server that its check has seen.
    await wait(2500)
  }
  await running[ports.length]?.end()
  running[ports.length] = await start('worker', version)
}

/** Starts the next version while somebody reads a table that a migration has to lock; returns what it says. */
async function migrateWhileRead(
  { pool }: PostgresProduct['database'],
  env: Readonly<Record<string, string>>
): Promise<string> {
  const reader = await pool.connect()
  await reader.query('begin')
  await reader.query('set local idle_in_transaction_session_timeout = 0')
  await reader.query('select count(*) from invoices')
  const child = startChild('main', { ...env, ...nextVersion, PORT: '0' }, 'pipe')
  let said = ''
  child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()))
  await once(child, 'exit')
  await reader.query('commit')
  reader.release()
  return said
}

/** Makes an installation of this version with its demo, and starts it behind the proxy. */
async function install() {
  const product = await startPostgresProduct()
  const { url: databaseUrl } = await createPostgresDatabase(product.postgres.url, 'empty')
  const env = {
    DATABASE_URL: databaseUrl,
    DATA_FOLDER: product.dataFolder,
    DRAIN_SECONDS: '5',
    JOBS: 'worker',
    // A busy machine is no fault of the upgrade.
    DATABASE_CONNECT_MS: '30000',
    DATABASE_QUERY_MS: '30000',
    JOBS_PER_USER: '10000',
    JOBS_PER_CUSTOMER: '10000'
  }
  const accounts = await writeDemo(env)
  const database = await openDatabaseOf({ ...env, DATABASE_POOL: '2' })
  const ports = [await freePort(), await freePort()] as const
  const start: Installation['start'] = (program, version, port = 0) =>
    startProgram(program, { ...env, ...version, PORT: String(port) })
  const running: Running[] = []
  for (const port of ports) running.push(await start('main', thisVersion, port))
  running.push(await start('worker', thisVersion))
  const proxy = await startProxy(haproxy, ports)
  await proxy.ready()
  return {
    env,
    database,
    accounts,
    ports,
    start,
    running,
    url: proxy.url,
    async close() {
      for (const { end } of running) await end()
      await proxy.end()
      await database.close()
      await product.close()
    }
  }
}

/** Upgrades the installation and rolls it back under load; returns what was lost beside requests. */
async function upgradeUnderLoad(installation: Awaited<ReturnType<typeof install>>) {
  const { env, database, url, accounts } = installation
  const load = startUpgradeLoad(url, accounts, 'this version')
  await wait(stepMs)
  const { stdout: pending } = await runProvider(['check', '--upgrade'], { ...env, ...nextVersion })
  load.begin('migration given up')
  const said = await migrateWhileRead(database, env)
  console.log(`${pending}\n${said}`)
  load.begin('migration')
  await runProvider(['check'], { ...env, ...nextVersion })
  await wait(stepMs)
  load.begin('servers and worker upgraded in turn')
  await roll(installation, nextVersion)
  load.begin('next version')
  await wait(stepMs)
  const { code: left } = await runProvider(['check', '--upgrade'], { ...env, ...nextVersion })
  load.begin('rolled back in turn')
  await roll(installation, thisVersion)
  load.begin('this version again')
  await wait(stepMs)
  const { steps, saved, ordered, letters } = await load.end()
  console.log(`  ${saved.length} saves, ${letters} of ${ordered} letters`)
  const made = await savedPlaces(database.pool)
  const wrong = [
    !pending.includes('pending-migration'),
    !said.includes('was given up: another transaction holds a table'),
    left !== 0
  ].filter(Boolean).length
  return { steps, lost: saved.filter((place) => !made.has(place)).length + ordered - letters + wrong }
}

export const upgrade: Trial = {
  name: `two servers and a worker behind HAProxy are upgraded in turn to a version with a migration more, and rolled back, after a first try that a long transaction has stopped; requests without an answer or with another than 200, saves that are not there, letters that did not come, and steps that the manual has otherwise`,
  missing: () => lacksForProxy(haproxy),
  async run() {
    const installation = await install()
    const { steps, lost } = await upgradeUnderLoad(installation)
    await installation.close()
    writeSteps(steps)
    const [tried, failed] = [sum(steps, 'tried'), sum(steps, 'failed')]
    return { tried, broken: failed + lost }
  }
}

const sum = (steps: readonly Step[], of: 'tried' | 'failed') => steps.reduce((all, step) => all + step[of], 0)

function writeSteps(steps: readonly Step[]): void {
  const head = [`On ${today()}`, 'Requests', 'Failed', 'Longest, ms']
  const rows = steps.map(({ name, tried, failed, longestMs }) => [
    name,
    String(tried),
    String(failed),
    longestMs.toFixed()
  ])
  writeTable('operations/upgrade.md', 'upgrade', [head, ...rows], 3)
}
