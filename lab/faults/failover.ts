import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { root } from '../../scripts/lib/run.ts'
import { freePort } from '../../testing/free-port.ts'
import { killsOf } from '../../testing/kills.ts'
import { startProgram } from '../../testing/process.ts'
import { openDatabaseOf } from '../../testing/server/backups.ts'
import { startMailServer } from '../../testing/server/mail-server.ts'
import { findBinaries, findProgram } from '../../testing/server/postgres-binaries.ts'
import { runOn } from '../../testing/server/postgres.ts'
import { haproxy, lacksForProxy, type Proxy, startProxy } from '../proxy/proxy.ts'
import { today, writeTable } from '../trial/page.ts'
import type { Trial } from '../trial/trial.ts'
import { type Load, startLoad } from './cluster-load.ts'
import { type Cluster, startCluster, ttl } from './patroni.ts'

const kills = killsOf(20)
/** Kills after which the service may take longer than `usualMs`: one in ten. */
const rare = Math.floor(kills / 10)
const usualMs = 15_000
const maxMs = 30_000
const maxWithPatroniMs = (ttl + 10) * 1000

const local = (port = 0): string => `127.0.0.1:${port}`

/** Starts HAProxy with both configurations of docs/operations/high-availability.md. */
async function startBothProxies({ members }: Cluster, servers: readonly [number, number]) {
  const database = await freePort()
  const [one, two, three] = members
  const env = {
    DATABASE_ADDRESS: local(database),
    POSTGRES_ONE: local(one?.port),
    PATRONI_ONE: String(one?.restPort),
    POSTGRES_TWO: local(two?.port),
    PATRONI_TWO: String(two?.restPort),
    POSTGRES_THREE: local(three?.port),
    PATRONI_THREE: String(three?.restPort)
  }
  const forDatabase = readFileSync(`${root}/ops/haproxy/database.cfg`, 'utf8')
  const both: Proxy = { ...haproxy, config: (...given) => haproxy.config(...given) + forDatabase }
  return { ...(await startProxy(both, servers, { env })), database }
}

/**
 * Makes the database, as soon as the proxy leads to the primary alone: until its first checks have failed it takes each
 * machine for the primary, in turn. Only a primary makes temporary tables.
 */
async function createDatabase(server: string, members: Cluster['members']): Promise<void> {
  const until = Date.now() + 60_000
  for (;;) {
    try {
      for (const _ of members) await runOn(`${server}postgres`, 'create temporary table written ()')
      return await runOn(`${server}postgres`, 'create database center')
    } catch (error) {
      if (Date.now() > until) throw error
      await wait(200)
    }
  }
}

/** Kills the primary, and returns how long no save was acknowledged from then on. */
async function killOnce(cluster: Cluster, load: Load, withPatroni: boolean): Promise<number> {
  await cluster.whole()
  await wait(2000)
  const begun = Date.now()
  await cluster.killPrimary(withPatroni)
  // A save that was on its way may still be acknowledged.
  await wait(1000)
  while (load.lastSave() < begun + 1000) await wait(50)
  return load.lastSave() - begun
}

export const failover: Trial = {
  name: `the primary of three PostgreSQL under Patroni is killed with -9 twenty times, and twice with its Patroni, while two servers and two workers behind HAProxy save, make letters, import and mail; what was acknowledged and is not there, and kills after which no save was acknowledged within 15 seconds (30 for two of the twenty, and with Patroni)`,
  missing() {
    const lacking = ['patroni', 'etcd'].filter((name) => !findProgram(name))
    if (!findBinaries()) lacking.unshift('PostgreSQL')
    return lacking.length > 0 ? lacking.join(', ') : lacksForProxy(haproxy)
  },
  async run() {
    await using ends = new AsyncDisposableStack()
    const cluster = await startCluster()
    ends.defer(cluster.stop)
    const ports = [await freePort(), await freePort()] as const
    const proxy = await startBothProxies(cluster, ports)
    ends.defer(proxy.end)
    const mailServer = await startMailServer()
    ends.defer(() => mailServer.close())
    const server = `postgres://postgres:${cluster.password}@127.0.0.1:${proxy.database}/`
    await createDatabase(server, cluster.members)
    const databaseUrl = `${server}center`
    const dataFolder = mkdtempSync(join(tmpdir(), 'customer-center-failover-data-'))
    ends.defer(() => rmSync(dataFolder, { recursive: true, force: true }))
    const settings = {
      DATABASE_URL: databaseUrl,
      DATA_FOLDER: dataFolder,
      PUBLIC_URL: proxy.url,
      TRUST_PROXY: '127.0.0.1',
      DRAIN_SECONDS: '5',
      JOBS: 'worker',
      JOBS_PER_USER: '10000',
      JOBS_PER_CUSTOMER: '10000',
      SMTP_URL: mailServer.url.href,
      MAIL_FROM: 'kundencenter@akademie.example',
      LOG_LEVEL: 'silent'
    }
    for (const port of ports) ends.defer((await startProgram('main', { ...settings, PORT: String(port) })).end)
    for (const _ of [1, 2]) ends.defer((await startProgram('worker', settings)).end)
    const patience = { DATABASE_POOL: '8', DATABASE_CONNECT_MS: '60000' }
    const database = await openDatabaseOf({ DATABASE_URL: databaseUrl, ...patience })
    ends.defer(database.close)
    const load = await startLoad(proxy.url, database, databaseUrl, mailServer)
    await wait(5000)

    const [usual, withPatroni]: [number[], number[]] = [[], []]
    for (let count = 1; count <= kills; count += 1) usual.push(await killOnce(cluster, load, false))
    for (let count = 1; count <= Math.max(1, rare); count += 1) withPatroni.push(await killOnce(cluster, load, true))
    writeSeconds({ PostgreSQL: usual, 'PostgreSQL with its Patroni': withPatroni })
    await cluster.whole()
    const kinds = Object.entries(await load.end())
    for (const [kind, counts] of kinds) console.log(`  ${kind}:`, counts)
    const slow = usual.filter((ms) => ms > usualMs).length
    const late =
      Math.max(0, slow - rare) +
      usual.filter((ms) => ms > maxMs).length +
      withPatroni.filter((ms) => ms > maxWithPatroniMs).length
    const lost = kinds.reduce((sum, [, counts]) => sum + counts.lost, late)
    return { tried: load.tried(), broken: lost }
  }
}

/** Writes into the page how long the service was away. */
function writeSeconds(kinds: Readonly<Record<string, readonly number[]>>): void {
  const inSeconds = (ms: number) => (ms / 1000).toFixed(1)
  const rows = Object.entries(kinds).map(([name, times]) => [
    name,
    String(times.length),
    inSeconds(Math.min(...times)),
    inSeconds(Math.max(...times))
  ])
  const head = [`Killed on ${today()}`, 'Times', 'Least seconds to the next save', 'Most']
  writeTable('operations/high-availability.md', 'failover', [head, ...rows], 3)
}
