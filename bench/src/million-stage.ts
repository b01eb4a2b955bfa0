import { root } from '../../scripts/lib/run.ts'
import { startPostgresProduct } from '../../server/src/testing/postgres-product.ts'
import type { Running } from '../../testing/process.ts'
import { postmasterOf } from './cpu.ts'
import { addSessions, seedRows } from './million-rows.ts'

/** The built server on a PostgreSQL of its own with many contacts and documents. */
export interface MillionStage {
  /** The process id of PostgreSQL. */
  readonly postmaster: number
  readonly ours: Running
  /** Sessions of one person. */
  readonly tokens: readonly string[]
  /** Starts a floor on the same database. */
  readonly startFloor: (file: string, settings?: Record<string, string>) => Promise<Running>
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
  const { database, databaseUrl, start, close } = await startPostgresProduct()
  try {
    // One statement may run longer than the server allows a request.
    await database.pool.query('set statement_timeout = 0')
    if (!isAnalysed) {
      await database.pool.query('alter system set autovacuum = off')
      await database.pool.query('select pg_reload_conf()')
    }
    console.log(`Writing ${contacts} contacts and documents …`)
    await seedRows(database.pool, contacts, isAnalysed)
    const tokens = await addSessions(database.pool, sessions)
    const ours = await start('main')
    const postmaster = await postmasterOf(databaseUrl)
    const startFloor: MillionStage['startFloor'] = (file, settings) =>
      start(new URL(`file://${root}/${file}`), settings)
    return await measure({ postmaster, ours, tokens, startFloor })
  } finally {
    await close()
  }
}
