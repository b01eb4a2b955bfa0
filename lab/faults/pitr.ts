import { execFile, execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { findProgram } from '../../testing/server/postgres-binaries.ts'
import { type PostgresProduct, startPostgresProduct } from '../../testing/server/postgres-product.ts'
import { ownerOf } from '../../testing/server/postgres.ts'
import { today, writeTable } from '../trial/page.ts'
import type { Trial } from '../trial/trial.ts'
import { type LoadedItem, saveEndlessly } from './backup-load.ts'
import { savedPlaces } from './product.ts'

const run = promisify(execFile)
const rounds = 3
const customers = 2
/** Seconds after which PostgreSQL archives its log at the latest, as the manual says. */
const archiveSeconds = 5

interface Cluster {
  readonly product: PostgresProduct
  readonly pgBackRest: (...words: readonly string[]) => Promise<unknown>
  /** The folder of the cluster. */
  readonly data: string
  readonly end: () => Promise<void>
}

/** Starts a cluster whose log pgBackRest archives, as the manual describes. */
async function startCluster(): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'customer-center-pitr-'))
  const owner = await ownerOf()
  for (const name of ['repo', 'log', 'lock', 'spool']) mkdirSync(join(folder, name))
  chmodSync(folder, 0o755)
  if (owner) execFileSync('chown', ['-R', `${owner.uid}:${owner.gid}`, folder])
  const config = join(folder, 'pgbackrest.conf')
  const pgBackRest = `pgbackrest --config=${config} --stanza=center`
  const product = await startPostgresProduct(folder, [
    'archive_mode=on',
    `archive_command=${pgBackRest} archive-push %p`,
    `archive_timeout=${archiveSeconds}s`
  ])
  const home = join(folder, readdirSync(folder).find((name) => name.startsWith('customer-center-postgres-')) ?? '')
  const { port, password } = new URL(product.postgres.url)
  writeFileSync(
    config,
    `[global]
repo1-path=${folder}/repo
log-path=${folder}/log
lock-path=${folder}/lock
spool-path=${folder}/spool
start-fast=y
process-max=2
[center]
pg1-path=${home}/pg
pg1-socket-path=${home}
pg1-port=${port}
pg1-user=postgres
`
  )
  if (owner) chownSync(config, owner.uid, owner.gid)
  const options = { ...owner, cwd: folder, env: { ...process.env, PGPASSWORD: password } }
  return {
    product,
    data: join(home, 'pg'),
    pgBackRest: (...words) => run('sh', ['-c', `${pgBackRest} "$@"`, 'sh', ...words], options),
    async end() {
      await product.close()
      rmSync(folder, { recursive: true })
    }
  }
}

/** Ends PostgreSQL, and waits until it is gone. */
async function endPostgres(data: string, signal: NodeJS.Signals): Promise<void> {
  const pid = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
  process.kill(pid, signal)
  while (existsSync(`/proc/${pid}`) && !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')) await wait(20)
}

/** Brings the cluster back and waits until customers are served; returns the seconds. */
async function bringBack(
  { product, pgBackRest, data }: Cluster,
  url: string,
  ...target: readonly string[]
): Promise<number> {
  const begun = Date.now()
  // What a killed server left belongs to nobody any more.
  rmSync(join(data, 'postmaster.pid'), { force: true })
  await pgBackRest('--delta', '--force', ...target, 'restore')
  await product.postgres.restartIfEnded()
  while (!(await fetch(`${url}/readyz`)).ok) await wait(50)
  return (Date.now() - begun) / 1000
}

export const pitr: Trial = {
  name: 'a table is emptied by mistake, three times, and pgBackRest brings the cluster back to the second before, and then its disk is lost; saves that were acknowledged before that second (or ten seconds before the loss of the disk) and are not there, or begun after it and are',
  missing: () => (findProgram('pgbackrest') ? undefined : 'pgBackRest'),
  async run() {
    await using ends = new AsyncDisposableStack()
    const cluster = await startCluster()
    ends.defer(cluster.end)
    const { product, pgBackRest, data } = cluster
    await pgBackRest('stanza-create')
    await pgBackRest('--type=full', 'backup')
    const { url } = await product.start('main', { LOG_LEVEL: 'silent' })
    const [saves, ending]: [LoadedItem[], AbortController] = [[], new AbortController()]
    const saving = Array.from({ length: customers }, (_, index) =>
      saveEndlessly(product, url, index + 1, saves, ending.signal)
    )
    ends.defer(async () => {
      ending.abort()
      await Promise.all(saving)
    })
    let [tried, lost] = [0, 0]
    const times: number[] = []
    let earliest = 0
    const count = (found: ReadonlySet<string>, before: number, after: number) => {
      const own = saves.filter(({ sent }) => sent > earliest)
      tried += own.length
      lost += own.filter(({ name, answered }) => answered !== undefined && answered < before && !found.has(name)).length
      lost += own.filter(({ name, sent }) => sent > after && found.has(name)).length
    }
    for (let round = 0; round < rounds; round += 1) {
      await wait(4000)
      const target = Date.now()
      await wait(1000)
      await product.database.pool.query('truncate audit_entries')
      await wait(1000)
      await endPostgres(data, 'SIGINT')
      const time = new Date(target).toISOString().replace('T', ' ').replace('Z', '+00')
      const until = Date.now()
      times.push(await bringBack(cluster, url, '--type=time', `--target=${time}`, '--target-action=promote'))
      const places = await savedPlaces(product.database.pool)
      const known = saves.filter(({ name, sent }) => sent < until && places.has(name))
      count(new Set(known.map(({ name }) => name)), target, target)
      earliest = Date.now()
      await pgBackRest('--type=incr', 'backup')
    }
    await wait(12_000)
    const end = Date.now()
    await endPostgres(data, 'SIGKILL')
    rmSync(data, { recursive: true })
    const owner = await ownerOf()
    mkdirSync(data, { mode: 0o700 })
    if (owner) chownSync(data, owner.uid, owner.gid)
    times.push(await bringBack(cluster, url))
    const found = await savedPlaces(product.database.pool)
    count(found, end - 2 * archiveSeconds * 1000, Number.POSITIVE_INFINITY)
    const gone = saves.filter(
      ({ name, answered }) => answered !== undefined && answered > earliest && answered < end && !found.has(name)
    )
    const firstGone = Math.min(end, ...gone.map(({ answered }) => answered ?? end))
    const inSeconds = (all: readonly number[]) => `${all.map((one) => one.toFixed(1)).join(', ')} s`
    writeTable(
      'operations/backup.md',
      'pitr',
      [
        [`pgBackRest, with 50 MB, on ${today()}`, 'Time'],
        ['back behind a mistake, until customers are served', inSeconds(times.slice(0, -1))],
        ['back after the loss of the disk', inSeconds(times.slice(-1))],
        [
          `the last seconds that are lost with the disk, with \`archive_timeout\` ${archiveSeconds} s`,
          inSeconds([(end - firstGone) / 1000])
        ]
      ],
      1
    )
    return { tried, broken: lost }
  }
}
