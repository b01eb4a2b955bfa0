import { rmSync } from 'node:fs'
import autocannon from 'autocannon'
import { readConfig } from '../../server/src/platform/config/config.ts'
import { openDatabase } from '../../server/src/platform/database/connection.ts'
import { createPostgresDatabase } from '../../server/src/testing/test-database.ts'
import { startPostgres } from '../../server/src/testing/postgres.ts'
import { root } from '../../scripts/lib/run.mjs'
import { type Measurement, times } from './measurement.ts'
import { parentOf } from './cpu.ts'
import { benchLists, connections, floorStatements } from './lists.ts'
import { addSessions, benchCustomer, seedMillion } from './million-rows.ts'
import { residentBytes, startProcess } from './process.ts'
import { logIn, scratchFolder } from './product.ts'
import { benchSaves } from './saves.ts'

const memoryLimit = 1.1
// More than a server could keep anything for.
const sessions = 10_000

/** Lists and saves of a customer among a million contacts and documents on PostgreSQL. */
export async function benchServer(): Promise<Measurement[]> {
  const postgres = await startPostgres()
  if (!postgres) throw new Error('The server bench needs a PostgreSQL binary.')
  const { url: databaseUrl } = await createPostgresDatabase(postgres.url, 'migrated')
  const database = await openDatabase({ ...readConfig({}), databaseUrl, databasePool: 2, dataFolder: '' })
  // One statement may run longer than the server allows a request.
  await database.pool.query('set statement_timeout = 0')
  console.log('Writing a million contacts and documents …')
  await seedMillion(database.pool)
  const tokens = await addSessions(database.pool, sessions)
  const { rows } = await database.pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  const postmaster = parentOf(rows[0]?.pid ?? 0)
  await database.close()

  const data = scratchFolder()
  const settings = { DATABASE_URL: databaseUrl, DATA_FOLDER: data, PORT: '0', LOG_LEVEL: 'error' }
  const ours = await startProcess(`${root}/server/dist/programs/main.js`, settings)
  const listFloor = await startProcess(`${root}/bench/src/floor/list-server.mjs`, {
    DATABASE_URL: databaseUrl,
    STATEMENTS: JSON.stringify(floorStatements)
  })
  const saveFloor = await startProcess(`${root}/bench/src/floor/save-server.mjs`, { DATABASE_URL: databaseUrl })
  try {
    const headers = { authorization: await logIn(ours.url, benchCustomer), 'content-version': '1.0' }
    const results: Measurement[] = []
    results.push(...(await benchLists(ours, listFloor, postmaster, tokens)))
    results.push(...(await benchSaves(ours.url, saveFloor.url, headers)))
    results.push(await memory(`${ours.url}/api/eventmanager/invoicebysubscriber`, headers, ours.pid))
    return results
  } finally {
    await Promise.all([ours.end(), listFloor.end(), saveFloor.end()])
    await postgres.stop()
    rmSync(data, { recursive: true, force: true })
  }
}

async function memory(url: string, headers: Record<string, string>, pid: number): Promise<Measurement> {
  await autocannon({ url, headers, connections, amount: 10_000 })
  const early = residentBytes(pid)
  await autocannon({ url, headers, connections, amount: 90_000 })
  const late = residentBytes(pid)
  const mb = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`
  return {
    name: 'resident memory after 100,000 requests, against 10,000',
    ours: mb(late),
    floor: mb(early),
    ratio: times(late / early),
    limit: `≤ ${times(memoryLimit)}`,
    kept: late <= memoryLimit * early
  }
}
