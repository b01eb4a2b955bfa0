import { fork } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { once } from 'node:events'
import autocannon, { type Result } from 'autocannon'
import { openDatabase } from '../../server/src/platform/database/connection.ts'
import { createPostgresDatabase } from '../../server/src/testing/test-database.ts'
import { startPostgres } from '../../server/src/testing/postgres.ts'
import { root } from '../../scripts/lib/run.mjs'
import type { Measurement } from './measurement.ts'
import { addSessions, floorStatements, listedContactFields, benchCustomer, seedMillion } from './million-rows.ts'
import { median, perSecond, times } from './measurement.ts'
import { overload } from './overload.ts'
import { logIn, scratchFolder } from './product.ts'
import { benchSaves, floorUpdates } from './saves.ts'

const lists = [
  { name: 'documentsbysubscriber', floor: 'documents', path: '/api/eventmanager/documentsbysubscriber' },
  { name: 'invoicebysubscriber, 200 rows', floor: 'invoices', path: '/api/eventmanager/invoicebysubscriber' },
  { name: 'contact, 200 rows', floor: 'contacts', path: `/api/contact?RES_FIELDS=${listedContactFields}` }
] as const
const limits = { rate: 1.3, memory: 1.1 }
const rounds = 5
const connections = 10
// Their lists are more than a server keeps.
const strangers = 10_000

/** Lists out of a million contacts and documents on PostgreSQL, against bare `pg` rows plus JSON.stringify in the same run. */
export async function benchServer(): Promise<Measurement[]> {
  const postgres = await startPostgres()
  if (!postgres) throw new Error('The server bench needs a PostgreSQL binary.')
  const { url: databaseUrl } = await createPostgresDatabase(postgres.url, 'migrated')
  const database = await openDatabase({ databaseUrl, databasePool: 2, dataFolder: '' })
  // One statement may run longer than the server allows a request.
  await database.pool.query('set statement_timeout = 0')
  console.log('Writing a million contacts and documents …')
  await seedMillion(database.pool)
  const tokens = await addSessions(database.pool, strangers)
  await database.close()

  const data = scratchFolder()
  const settings = { DATABASE_URL: databaseUrl, DATA_FOLDER: data, PORT: '0', LOG_LEVEL: 'error' }
  const ours = await startProcess(`${root}/server/dist/programs/main.js`, settings)
  const floor = await startProcess(`${root}/bench/src/floor/pg-server.mjs`, {
    DATABASE_URL: databaseUrl,
    STATEMENTS: JSON.stringify(floorStatements),
    UPDATES: JSON.stringify(floorUpdates)
  })
  // What 100 connections exceed; the standard they do not.
  const few = 20
  const narrow = await startProcess(`${root}/server/dist/programs/main.js`, {
    ...settings,
    MAX_PENDING_REQUESTS: String(few)
  })
  try {
    const headers = { authorization: await logIn(ours.url, benchCustomer), 'content-version': '1.0' }
    const results: Measurement[] = []
    for (const list of lists) await compareRows(list, ours.url, floor.url, headers)
    for (const list of lists) {
      const more = `${list.name}, asked again while nothing has changed`
      results.push(await compareRates(more, list, ours.url, floor.url, { headers }))
    }
    for (const list of lists) {
      const more = `${list.name}, each time by another session`
      results.push(await compareRates(more, list, ours.url, floor.url, { headers, setupClient: strangersOf(tokens) }))
    }
    results.push(...(await benchSaves(ours.url, floor.url, headers)))
    const [{ path }] = lists
    results.push(await overload({ url: ours.url + path, headers, connections, limit: 'all may wait' }))
    results.push(await overload({ url: narrow.url + path, headers, connections, limit: `${few} may wait` }))
    results.push(await memory(`${ours.url}${lists[1].path}`, headers, ours.pid))
    return results
  } finally {
    await Promise.all([ours.end(), narrow.end(), floor.end()])
    await postgres.stop()
    rmSync(data, { recursive: true, force: true })
  }
}

async function startProcess(
  file: string,
  settings: Record<string, string>
): Promise<{ url: string; pid: number; end: () => Promise<void> }> {
  const child = fork(file, { cwd: root, env: { ...process.env, ...settings }, execArgv: [] })
  const [message] = (await once(child, 'message')) as [{ listening: string }]
  return {
    url: message.listening,
    pid: child.pid ?? 0,
    async end() {
      const exit = once(child, 'exit')
      child.kill('SIGTERM')
      await exit
    }
  }
}

type Rows = { responseData: { documentHash?: string; ASP_PVAID?: number; scripts?: { documentHash: string }[] }[] }

/** A rate counts only if both sides gave the same rows: what names them, in the same order. */
async function compareRows(
  list: (typeof lists)[number],
  oursUrl: string,
  floorUrl: string,
  headers: Record<string, string>
): Promise<void> {
  const read = async (url: string, more = {}) => {
    const text = await (await fetch(url, { headers: more })).text()
    const { responseData } = JSON.parse(text) as Rows
    const keys = responseData.flatMap(
      ({ documentHash, scripts, ASP_PVAID }) => scripts?.map((s) => s.documentHash) ?? documentHash ?? ASP_PVAID
    )
    return { keys, bytes: text.length }
  }
  const ours = await read(oursUrl + list.path, headers)
  const floor = await read(`${floorUrl}/${list.floor}`)
  console.log(`${list.name}: ${ours.keys.length} rows; ours ${ours.bytes} bytes, the floor's ${floor.bytes}`)
  if (ours.keys.length === 0 || ours.keys.join() !== floor.keys.join())
    throw new Error(`${list.name}: our answer and the floor's do not hold the same rows.`)
}

function fire(url: string, headers: Record<string, string>, more: Partial<autocannon.Options>): Promise<Result> {
  return autocannon({ url, headers, connections, ...more })
}

/** Each connection asks with sessions of its own, so many in all that the server keeps no list until its session asks again. */
function strangersOf(tokens: readonly string[]): NonNullable<autocannon.Options['setupClient']> {
  const each = tokens.length / connections
  let next = 0
  return (client) => {
    const own = tokens.slice(next, next + each)
    next = (next + each) % tokens.length
    client.setRequests(own.map((authorization) => ({ headers: { authorization, 'content-version': '1.0' } })))
  }
}

async function compareRates(
  name: string,
  list: (typeof lists)[number],
  oursUrl: string,
  floorUrl: string,
  asked: Partial<autocannon.Options>
): Promise<Measurement> {
  const rates: { ours: number[]; floor: number[] } = { ours: [], floor: [] }
  for (let round = 0; round <= rounds; round += 1) {
    const floor = await fire(`${floorUrl}/${list.floor}`, {}, { duration: 4 })
    const ours = await fire(`${oursUrl}${list.path}`, {}, { duration: 4, ...asked })
    if (ours.non2xx + floor.non2xx > 0)
      throw new Error(`${list.name}: ${ours.non2xx} of our answers and ${floor.non2xx} of the floor's failed.`)
    if (round > 0) {
      rates.ours.push(ours.requests.average)
      rates.floor.push(floor.requests.average)
    }
  }
  const ours = median(rates.ours)
  const floor = median(rates.floor)
  return {
    name,
    ours: perSecond(ours),
    floor: perSecond(floor),
    ratio: times(ours / floor),
    limit: `≥ ${times(limits.rate)}`,
    kept: ours >= limits.rate * floor
  }
}

async function memory(url: string, headers: Record<string, string>, pid: number): Promise<Measurement> {
  await fire(url, headers, { amount: 10_000 })
  const early = residentBytes(pid)
  await fire(url, headers, { amount: 90_000 })
  const late = residentBytes(pid)
  const mb = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`
  return {
    name: 'resident memory after 100,000 requests, against 10,000',
    ours: mb(late),
    floor: mb(early),
    ratio: times(late / early),
    limit: `≤ ${times(limits.memory)}`,
    kept: late <= limits.memory * early
  }
}

function residentBytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) * 1024
}
