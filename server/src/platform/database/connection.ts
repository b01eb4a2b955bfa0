import { once } from 'node:events'
import { statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { TLSSocket } from 'node:tls'
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import { type CustomTypesConfig, Pool, type PoolClient, type PoolConfig, types as standard } from 'pg'
import type { Config } from '../config/config.ts'
import { closeTree } from '../lib/private-folder.ts'
import { createSemaphore } from '../lib/semaphore.ts'
import { refuseEmbeddedDatabase, embeddedFolder, lockFolder } from './data-folder.ts'
import { embeddedEngine, type EmbeddedSource, type Engine } from './embedded.ts'
import { connectionError, DatabaseError, errorMessage } from './errors.ts'
import {
  nameStatements,
  preparedUpTo,
  StaleConnections,
  type StatementOptions,
  type StatementWatch
} from './prepared.ts'
import type { Db, Tables } from './query.ts'
import { checkSession, sessionOptions, sessionSettings } from './session-settings.ts'

export interface Database {
  readonly db: Db
  /** The database for work in the background. Requests that wait for a connection get one first. */
  readonly background: Db
  readonly kind: 'embedded' | 'postgres'
  /**
   * Mark that distinguishes the folder of the embedded database from a copy; empty on a PostgreSQL server and in
   * memory.
   */
  readonly folderMark: string
  /**
   * The pool for code that speaks SQL text itself (the queue). The embedded database has one connection: never ask for
   * two at once.
   */
  readonly pool: Pool
  /** Unix time in ms at which the certificate that the database server showed last expires; NaN if it showed none. */
  readonly certificateEnd: () => number
  /** Reports each statement that ends from now on. */
  readonly watchStatements: (watch: StatementWatch) => void
  /** Waits for running statements, then closes the connections and gives the folder back. */
  readonly close: () => Promise<void>
}

type DatabaseConfig = Pick<
  Config,
  | 'databaseUrl'
  | 'databasePool'
  | 'databaseConnectMs'
  | 'databaseQueryMs'
  | 'databaseStatementMs'
  | 'databasePreparedStatements'
  | 'dataFolder'
>

const { DATE, INT8, NUMERIC, TIME } = standard.builtins
const asText = (value: string): string => value

// A date has no time zone, so it stays text. Counts and hours are far below 2^53, so they become numbers.
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

/** Longest time in ms that a background statement gives way to requests, so that it still runs on a busy day. */
const maxYieldMs = 50

/**
 * Makes a pool for work in the background. The embedded database has one connection: without this pool, a request that
 * queued behind the statements of two letters waited longer for those statements than for its own. On a server, the
 * pool takes at most half of the connections: background statements may take long, and after a network failure they
 * would otherwise keep all connections busy.
 */
function yieldingPool(pool: Pool): Pick<Pool, 'connect' | 'end' | 'options'> {
  const places = createSemaphore(Math.max(1, Math.floor(pool.options.max / 2)))
  const releases = new Map<PoolClient, () => void>()
  pool.on('release', (_error, client) => {
    releases.get(client)?.()
    releases.delete(client)
  })
  let queue = Promise.resolve()
  const isTaken = () => pool.waitingCount > 0 || (pool.idleCount === 0 && pool.totalCount >= pool.options.max)

  async function waitForRequests(): Promise<void> {
    if (!isTaken()) return
    // Connections that could not be opened are never released.
    const signal = AbortSignal.timeout(maxYieldMs)
    while (isTaken() && !signal.aborted) await once(pool, 'release', { signal }).catch(() => undefined)
  }

  /** Keeps its place until the connection is given back. */
  async function hold(pass: (client: PoolClient) => void): Promise<void> {
    // Background statements wait one at a time: two that wait for a connection would take each other for waiting
    // requests.
    await (queue = queue.then(waitForRequests))
    const client = await pool.connect()
    const released = new Promise<void>((done) => releases.set(client, done))
    pass(client)
    await released
  }

  return {
    connect: () => new Promise((pass, fail) => void places.run(() => hold(pass)).catch(fail)),
    end: () => pool.end(),
    options: pool.options
  }
}

/**
 * Returns the Unix time in ms at which the certificate that the server showed on a connection expires; NaN without one.
 */
function certificateEndOf(client: PoolClient & { readonly connection?: { readonly stream?: unknown } }): number {
  const stream = client.connection?.stream
  return stream instanceof TLSSocket ? Date.parse(stream.getPeerCertificate().valid_to) : Number.NaN
}

interface DatabaseParts extends Pick<Database, 'kind' | 'folderMark'> {
  readonly options: PoolConfig
  readonly statements: Omit<StatementOptions, 'watch'>
  readonly closeMore: () => Promise<void>
}

function assembleDatabase({ kind, folderMark, options, statements, closeMore }: DatabaseParts): Database {
  const pool = new Pool({ ...options, types })
  // The pool drops a connection that breaks while idle and makes a new one on demand. Without a listener, the error
  // would end the process. A running query rejects with the error.
  pool.on('error', () => undefined)
  // The same holds for a connection that breaks between two statements of a transaction: the pool does not listen then.
  const stale = new StaleConnections()
  let certificateEnd = Number.NaN
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
    stale.add(client)
    certificateEnd = certificateEndOf(client)
  })
  const over = (connections: PostgresPool) =>
    new Kysely<Tables>({ dialect: new PostgresDialect({ pool: connections }) })
  let watch: StatementWatch = () => undefined
  const watched: StatementOptions = { ...statements, watch: (...statement) => watch(...statement) }
  const db = over(nameStatements(pool, stale, watched))
  // Background work runs the same few statements for each job, and no person waits for their answers.
  const unhurried = { ...watched, answerMs: statements.backgroundMs }
  return {
    db,
    background: over(nameStatements(yieldingPool(pool), stale, unhurried, preparedUpTo(50))),
    kind,
    folderMark,
    pool,
    certificateEnd: () => certificateEnd,
    watchStatements: (next) => void (watch = next),
    async close() {
      await db.destroy()
      if (!pool.ended) await pool.end()
      await closeMore()
    }
  }
}

/** Opens a session in a running PGlite; `closeMore` runs after it has ended. */
export function connectEngine({ stream }: Engine, closeMore: () => Promise<void>, folderMark = ''): Database {
  // PGlite is one session. With one connection in the pool, a transaction has it exclusively.
  const options = { max: 1, idleTimeoutMillis: 0, user: 'postgres', database: 'postgres', ssl: false }
  return assembleDatabase({
    kind: 'embedded',
    folderMark,
    options: { ...options, stream },
    statements: { named: true },
    closeMore
  })
}

/**
 * Returns the mark of a file that is written once: a copy or a restored folder has another one; a moved folder keeps
 * it.
 */
function markOf(folder: string): string {
  const { ino, birthtimeNs } = statSync(join(folder, 'PG_VERSION'), { bigint: true })
  return `${ino}-${birthtimeNs}`
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
  const close = async () => {
    await engine.close()
    await closeMore()
  }
  return connectEngine(engine, close, 'folder' in source ? markOf(source.folder) : '')
}

async function openServer(config: DatabaseConfig): Promise<Database> {
  const { databaseUrl, databasePool, databaseConnectMs, databaseQueryMs, databaseStatementMs } = config
  const session = sessionSettings(databaseStatementMs)
  const database = assembleDatabase({
    kind: 'postgres',
    folderMark: '',
    options: {
      connectionString: databaseUrl,
      max: databasePool,
      connectionTimeoutMillis: databaseConnectMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: 5000,
      application_name: 'customer-center',
      options: sessionOptions(session)
    },
    // PostgreSQL ends a statement before this process stops waiting for the answer.
    statements: {
      named: config.databasePreparedStatements,
      answerMs: databaseQueryMs,
      backgroundMs: databaseStatementMs + 5000
    },
    closeMore: async () => {}
  })
  try {
    await checkSession(database.pool, session)
  } catch (error) {
    await database.close()
    throw error instanceof DatabaseError ? error : connectionError(databaseUrl, error)
  }
  return database
}

/**
 * Opens the PostgreSQL server of DATABASE_URL, or without one the embedded database in the data folder. Both give the
 * same types: int8 and numeric as number, date and time as text (`yyyy-MM-dd`), timestamptz as Date; the session's
 * time zone is Europe/Vienna.
 * @throws DatabaseError when it cannot be opened
 */
export async function openDatabase(config: DatabaseConfig): Promise<Database> {
  if (config.databaseUrl !== '') return openServer(config)
  refuseEmbeddedDatabase(config.dataFolder)
  const unlock = await lockFolder(resolve(config.dataFolder))
  const files = embeddedFolder(config.dataFolder)
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
