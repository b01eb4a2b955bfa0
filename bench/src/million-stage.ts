import { rmSync } from 'node:fs'
import { root } from '../../scripts/lib/run.ts'
import { readConfig } from '../../server/src/platform/config/config.ts'
import { openDatabase } from '../../server/src/platform/database/connection.ts'
import { startPostgres } from '../../server/src/testing/postgres.ts'
import { createPostgresDatabase } from '../../server/src/testing/test-database.ts'
import { postmasterOf } from './cpu.ts'
import { addSessions, seedRows } from './million-rows.ts'
import { type ServerProcess, startProcess } from './process.ts'
import { scratchFolder } from './product.ts'

/** The built server on a PostgreSQL of its own with many contacts and documents. */
export interface MillionStage {
  /** The process id of PostgreSQL. */
  readonly postmaster: number
  readonly ours: ServerProcess
  /** Sessions of one person. */
  readonly tokens: readonly string[]
  /** Starts a floor on the same database. */
  readonly startFloor: (file: string, settings?: Record<string, string>) => Promise<ServerProcess>
}

interface StageRows {
  /** The number of contacts, and of documents. */
  readonly contacts: number
  /** Whether PostgreSQL has analysed the tables; otherwise it never does. */
  readonly isAnalysed: boolean
}

/** Runs `measure` among the rows, and ends everything that was started afterwards. */
export async function amongRows<Result>(
  sessions: number,
  measure: (stage: MillionStage) => Promise<Result>,
  { contacts, isAnalysed }: StageRows = { contacts: 1_000_000, isAnalysed: true }
): Promise<Result> {
  const postgres = await startPostgres()
  if (!postgres) throw new Error('This bench needs a PostgreSQL binary.')
  const data = scratchFolder()
  const running: ServerProcess[] = []
  try {
    const { url: databaseUrl } = await createPostgresDatabase(postgres.url, 'migrated')
    const database = await openDatabase({ ...readConfig({}), databaseUrl, databasePool: 2, dataFolder: '' })
    // One statement may run longer than the server allows a request.
    await database.pool.query('set statement_timeout = 0')
    if (!isAnalysed) {
      await database.pool.query('alter system set autovacuum = off')
      await database.pool.query('select pg_reload_conf()')
    }
    console.log(`Writing ${contacts} contacts and documents …`)
    await seedRows(database.pool, contacts, isAnalysed)
    const tokens = await addSessions(database.pool, sessions)
    await database.close()
    const start = async (file: string, settings: Record<string, string> = {}) => {
      const started = await startProcess(`${root}/${file}`, { ...settings, DATABASE_URL: databaseUrl })
      running.push(started)
      return started
    }
    const ours = await start('server/dist/programs/main.js', { DATA_FOLDER: data, PORT: '0', LOG_LEVEL: 'error' })
    const postmaster = await postmasterOf(databaseUrl)
    return await measure({ postmaster, ours, tokens, startFloor: start })
  } finally {
    await Promise.all(running.map((one) => one.end()))
    await postgres.stop()
    rmSync(data, { recursive: true, force: true })
  }
}
