import { join, resolve } from 'node:path'
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import { type CustomTypesConfig, Pool, type PoolConfig, types as standard } from 'pg'
import type { Config } from '../config/config.ts'
import { embeddedEngine, type EmbeddedSource, type Engine } from './embedded.ts'
import { connectionError, DatabaseError, errorMessage } from './errors.ts'
import { closeTree } from '../lib/private-folder.ts'
import { lockFolder } from './folder-lock.ts'
import { naming, preparedUpTo, Standby } from './prepared.ts'
import type { Tables } from './tables.ts'

export interface Database {
  readonly db: Kysely<Tables>
  /** The same for work in the background: it gets a connection after the requests that wait for one. */
  readonly background: Kysely<Tables>
  readonly kind: 'embedded' | 'postgres'
  /** For what speaks SQL text itself (the queue). The embedded database has one connection: never ask for two at once. */
  readonly pool: Pool
  /** Waits for what runs, then closes the connections and gives the folder back. */
  readonly close: () => Promise<void>
}

const { DATE, INT8, NUMERIC, TIME } = standard.builtins
const asText = (value: string): string => value

// A date has no time zone, so it stays text; counts and hours are far below 2^53.
const parsers = new Map<number, (value: string) => unknown>([
  [DATE, asText],
  [TIME, asText],
  [INT8, Number],
  [NUMERIC, Number]
])

const types: CustomTypesConfig = {
  getTypeParser(oid, format) {
    return parsers.get(oid) ?? standard.getTypeParser(oid, format)
  }
}

/** How long a background statement waits for requests at most, so that it still runs on a busy day. */
const maxYieldMs = 50

/**
 * A pool for work in the background. The embedded database has one connection: a request that queued behind the statements of two
 * letters waited longer for them than for itself.
 */
function yieldingPool(pool: Pool): Pick<Pool, 'connect' | 'end'> {
  let queue = Promise.resolve()
  const isTaken = () => pool.waitingCount > 0 || (pool.idleCount === 0 && pool.totalCount >= pool.options.max)

  async function waitForRequests(): Promise<void> {
    const latest = Date.now() + maxYieldMs
    while (isTaken() && Date.now() < latest) await new Promise((done) => pool.once('release', done))
  }

  return {
    // One at a time: other background statements would count as waiting requests.
    connect: () => (queue = queue.then(waitForRequests)).then(() => pool.connect()),
    end: () => pool.end()
  }
}

function assemble(kind: Database['kind'], options: PoolConfig, closeMore: () => Promise<void>): Database {
  const pool = new Pool({ ...options, types })
  // The pool drops a connection that broke while idle and makes a new one when asked; without a listener the error
  // would end the process. A running query fails by itself.
  pool.on('error', () => undefined)
  // The same for one that breaks between the statements of a transaction, while the pool does not listen to it.
  const standby = new Standby()
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
    standby.add(client)
  })
  const over = (connections: PostgresPool) =>
    new Kysely<Tables>({ dialect: new PostgresDialect({ pool: connections }) })
  const db = over(naming(pool, standby))
  return {
    db,
    // Work in the background is the same few statements for each job.
    background: over(naming(yieldingPool(pool), standby, preparedUpTo(50))),
    kind,
    pool,
    async close() {
      await db.destroy()
      if (!pool.ended) await pool.end()
      await closeMore()
    }
  }
}

/** A session in a running PGlite; `closeMore` runs after it has ended. */
export function connectEngine({ stream }: Engine, closeMore: () => Promise<void>): Database {
  // PGlite is one session. With one connection in the pool, a transaction has it exclusively.
  const options = { max: 1, idleTimeoutMillis: 0, user: 'postgres', database: 'postgres', ssl: false }
  return assemble('embedded', { ...options, stream }, closeMore)
}

/** Opens PGlite; `closeMore` runs after it has stopped. */
export async function openEmbedded(source: EmbeddedSource, closeMore = async () => {}): Promise<Database> {
  const engine = embeddedEngine(source)
  try {
    await engine.start()
  } catch (error) {
    await closeMore()
    const where = 'folder' in source ? ` in ${source.folder}` : ''
    throw new DatabaseError(`The embedded database${where} cannot be opened (${errorMessage(error)}).`, {
      cause: error
    })
  }
  return connectEngine(engine, async () => {
    await engine.close()
    await closeMore()
  })
}

async function openServer(url: string, size: number): Promise<Database> {
  const database = assemble(
    'postgres',
    {
      connectionString: url,
      max: size,
      connectionTimeoutMillis: 10_000,
      statement_timeout: 30_000,
      idle_in_transaction_session_timeout: 60_000,
      keepAlive: true,
      application_name: 'customer-center',
      // Every statement is short; compiling one to machine code takes longer than any of them runs.
      options: '-c TimeZone=Europe/Vienna -c DateStyle=ISO -c jit=off'
    },
    async () => {}
  )
  try {
    await database.pool.query('select 1')
  } catch (error) {
    await database.close()
    throw connectionError(url, error)
  }
  return database
}

/**
 * Opens the PostgreSQL server of DATABASE_URL, or without one the embedded database in the data folder. Both give the
 * same types: int8 and numeric as number, date and time as text (`yyyy-MM-dd`), timestamptz as Date; the session's
 * time zone is Europe/Vienna.
 * @throws DatabaseError when it cannot be opened
 */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'databasePool' | 'dataFolder'>
): Promise<Database> {
  if (config.databaseUrl !== '') return openServer(config.databaseUrl, config.databasePool)
  const folder = resolve(config.dataFolder)
  const unlock = await lockFolder(folder)
  const files = join(folder, 'database')
  try {
    // PGlite makes some files open to everybody, whatever the umask.
    closeTree(files)
  } catch (error) {
    await unlock()
    throw new DatabaseError(`The folder ${files} cannot be closed to other users (${errorMessage(error)}).`, {
      cause: error
    })
  }
  return openEmbedded({ folder: files }, unlock)
}
