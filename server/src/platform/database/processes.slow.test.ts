import { once } from 'node:events'
import { rmSync, utimesSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { buildServer, kill, messageOf, runProvider, startChild } from '../../../../testing/process.ts'
import { startNetwork } from '../../../../testing/server/network.ts'
import { runOn } from '../../../../testing/server/postgres.ts'
import { addRows } from '../../../../testing/server/rows.ts'
import {
  createPostgresDatabase,
  fillDataFolder,
  patient,
  postgresServer
} from '../../../../testing/server/test-database.ts'
import { readConfig } from '../config/config.ts'
import { openDatabase } from './connection.ts'
import { migrate } from './migrate.ts'

const source = new URL('../../../../testing/server/hold-database.ts', import.meta.url)
const server = postgresServer()
const held = /^The data folder .+ is held by another process: stop it, or set DATA_FOLDER\.$/

let folder: string
let url = ''
let drop = async () => {}

beforeAll(buildServer)

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'customer-center-folder-'))
  if (server !== null) ({ url, drop } = await createPostgresDatabase(server, 'empty'))
})
afterEach(async () => {
  await rm(folder, { recursive: true, force: true })
  await drop()
})

const config = (databaseUrl = '') => ({
  ...readConfig({}),
  ...patient,
  databaseUrl,
  databasePool: 2,
  dataFolder: folder
})
const child = (env: Record<string, string>) => startChild(source, { TEST_DATA_FOLDER: folder, ...env })

/** Writes in another process until `count` are acknowledged, kills it, and gives the last acknowledged one. */
async function writeAndKill(env: Record<string, string>, count: number): Promise<number> {
  const writer = child({ ...env, TEST_WRITES: '1000000' })
  let last = 0
  await new Promise<void>((done) => {
    writer.on('message', (message: { written?: number }) => {
      last = message.written ?? last
      if (last >= count) done()
    })
  })
  await kill(writer)
  return last
}

async function countOf(databaseUrl: string): Promise<number> {
  const database = await openDatabase(config(databaseUrl))
  try {
    await migrate(database.db)
    const { rows } = await database.pool.query<{ count: number }>('select count(*) as count from providers')
    return rows[0]?.count ?? 0
  } finally {
    await database.close()
  }
}

describe('the embedded database', () => {
  test('lets one of two processes have its folder and refuses the other with a sentence', async () => {
    const children = [child({}), child({})]
    const messages = await Promise.all(children.map(messageOf))
    expect(messages).toContainEqual({ opened: true })
    expect(messages).toContainEqual({ refused: expect.stringMatching(held) as unknown })
    await expect(openDatabase(config())).rejects.toThrow(held)
    await Promise.all(children.filter(({ connected }) => connected).map((each) => kill(each)))
  })

  test('loses no acknowledged write by kill -9 and opens again without waiting', async () => {
    await fillDataFolder(folder)
    const written = await writeAndKill({}, 200)
    expect(await countOf('')).toBeGreaterThanOrEqual(written)
    // A folder that was closed properly opens as well.
    expect(await countOf('')).toBeGreaterThanOrEqual(written)
  })

  test('refuses a folder whose holder lives in another container', async () => {
    const file = join(folder, 'holder.json')
    await writeFile(file, JSON.stringify({ pid: process.pid, started: '1', machine: 'elsewhere' }))
    const beat = setInterval(() => utimesSync(file, new Date(), new Date()), 200)
    await expect(openDatabase(config())).rejects.toThrow(held)
    clearInterval(beat)
  })

  test('takes a folder whose holder in another container ends while it is watched', async () => {
    await fillDataFolder(folder)
    const file = join(folder, 'holder.json')
    await writeFile(file, JSON.stringify({ pid: process.pid, started: '1', machine: 'elsewhere' }))
    setTimeout(() => rmSync(file), 2000)
    await (await openDatabase(config())).close()
  })

  test('starts its engine again when it broke, with every write', async () => {
    await fillDataFolder(folder)
    const database = await openDatabase(config())
    await addRows(database.db, 'providers', { provider_id: 1, name: 'Anbieter' })
    // PGlite has no way to take the rows that PostgreSQL would now wait for, and ends.
    await expect(database.pool.query('copy providers from stdin')).rejects.toThrow('The embedded database stopped.')
    expect(await database.db.selectFrom('providers').select('provider_id').execute()).toEqual([{ provider_id: 1 }])
    await database.close()
  })

  test('refuses a folder that cannot be written with one sentence', async () => {
    const file = join(folder, 'file')
    await writeFile(file, '')
    const opened = openDatabase({ ...config(), dataFolder: join(file, 'data') })
    await expect(opened).rejects.toThrow(/^The data folder .+ cannot be written \(ENOTDIR\): set DATA_FOLDER\.$/)
  })
})

describe.skipIf(server === null)('the PostgreSQL server', () => {
  test('is migrated safely by processes that start at once', async () => {
    const children = [1, 2, 3].map(() => child({ TEST_DATABASE_URL: url }))
    expect(await Promise.all(children.map(messageOf))).toEqual(Array.from({ length: 3 }, () => ({ opened: true })))
    await Promise.all(children.map((each) => kill(each)))
    expect(await countOf(url)).toBe(0)
  })

  test('loses no acknowledged write when the process is killed with -9', async () => {
    const written = await writeAndKill({ TEST_DATABASE_URL: url }, 100)
    expect(await countOf(url)).toBeGreaterThanOrEqual(written)
  })

  test('may drop every connection without ending the process', async () => {
    const database = await openDatabase(config(url))
    const client = await database.pool.connect()
    client.release()
    const removed = new Promise((done) => database.pool.once('remove', done))
    const others = `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${new URL(url).pathname.slice(1)}'`
    await runOn(`${server}postgres`, others)
    await removed
    expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    await database.close()
  })

  test('refuses a wrong password, database or address with one sentence that hides the password', async () => {
    const wrong = async (change: (address: URL) => void) => {
      const address = new URL(url)
      change(address)
      return openDatabase(config(address.href)).then(
        () => 'opened',
        (error: unknown) => String(error)
      )
    }
    const place = `DatabaseError: The database server at ${new URL(url).host}`
    expect(await wrong((address) => (address.password = 'geheim'))).toBe(
      `${place} refuses the password or the user: check DATABASE_URL.`
    )
    expect(await wrong((address) => (address.pathname = '/nowhere'))).toBe(
      `${place} has no such database: check DATABASE_URL.`
    )
    expect(await wrong((address) => (address.port = '1'))).toBe(
      'DatabaseError: The database server at 127.0.0.1:1 cannot be reached (ECONNREFUSED): check DATABASE_URL.'
    )
  })

  test('that gives no connection in time is said to be busy, and a command waits longer for it than a call', async () => {
    const network = await startNetwork(url)
    onTestFinished(network.close)
    network.cut()
    const { host } = new URL(network.url)
    const sentence = `DatabaseError: The database server at ${host} has given no connection in time: it is busy or starts, or its network is away. Try again later; if it stays so, look at the server and at DATABASE_URL.`
    const opened = openDatabase({ ...config(network.url), databaseConnectMs: 100 })
    await expect(opened.catch(String)).resolves.toBe(sentence)
    const late = createServer((near) => {
      setTimeout(() => {
        const far = connect(Number(new URL(url).port), new URL(url).hostname)
        for (const socket of [near, far]) socket.on('error', () => undefined)
        near.pipe(far).pipe(near)
      }, 300)
    })
    await once(late.listen(0, '127.0.0.1'), 'listening')
    onTestFinished(() => void late.close())
    const behind = new URL(url)
    behind.port = String((late.address() as AddressInfo).port)
    const env = { DATABASE_URL: behind.href, DATABASE_CONNECT_MS: '100', DATA_FOLDER: folder }
    expect(await runProvider(['key', 'list'], env)).toMatchObject({ code: 0, stderr: '' })
  })
})
