import { root } from '../../scripts/lib/run.ts'
import type { Running } from '../../testing/process.ts'
import { startPostgresProduct } from '../../testing/server/postgres-product.ts'
import type { Measurement } from '../trial/measurement.ts'
import { postmasterOf } from './cpu.ts'
import { type LoadProcess, startLoad } from './load/load.ts'
import { addSessions, seedRows } from './million-rows.ts'

/** The built server on a PostgreSQL of its own with many contacts and documents. */
export interface MillionStage {
  /** The process id of PostgreSQL. */
  readonly postmaster: number
  readonly ours: Running
  readonly load: LoadProcess
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

/** Runs `measure` among the rows, and ends everything that was started afterwards. Adds the count of its answers. */
export async function amongRows(
  sessions: number,
  measure: (stage: MillionStage) => Promise<Measurement[]>,
  { contacts, isAnalysed }: StageRows = { contacts: 1_000_000, isAnalysed: true }
): Promise<Measurement[]> {
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
    const load = await startLoad()
    const measured = await measure({ postmaster, ours, load, tokens, startFloor })
    await load.end()
    return [...measured, load.answers.measured()]
  } finally {
    await close()
  }
}
