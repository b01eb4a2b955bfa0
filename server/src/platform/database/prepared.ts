import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type { Pool, PoolClient, QueryConfig, QueryResult } from 'pg'
import { answerMissing, errorCode, isAnswerMissing, isConnectionLost } from './errors.ts'
import { type Db, query } from './query.ts'

// PostgreSQL takes as long to parse and plan a list's statement as to run it. If a statement has a name, a connection
// does both once and keeps the result until it is closed; so only a limited number of texts are marked.
const marker = '--prepared\n'

/** Marks the text of a statement that each connection prepares once. */
export const marked = (text: string): string => marker + text

/** Marks the first `most` distinct texts: for a statement whose text depends on the fields of a request. */
export function preparedUpTo(most: number): (text: string) => string {
  const chosen = new Set<string>()
  return (text) => {
    if (chosen.size < most) chosen.add(text)
    return chosen.has(text) ? marked(text) : text
  }
}

/** Runs a fixed text with the values of `$1` and so on, and returns its rows. */
export type PreparedStatement<Row> = (db: Db, values: readonly unknown[]) => Promise<Row[]>

/** Makes a statement that each connection prepares once. */
export function prepared<Row>(text: string): PreparedStatement<Row> {
  const statement = marked(text)
  return (db, values) => query<Row>(db, statement, values)
}

export interface NumberedStatement {
  readonly sql: string
  /** The names of the parameters, in the order of their numbers. */
  readonly parameters: readonly string[]
}

/** Replaces `:name` by `$1` and so on. A cast (`::int`) and the format of a time (`HH24:MI`) are no parameters. */
export function numberParameters(text: string): NumberedStatement {
  const parameters: string[] = []
  const sql = text.replaceAll(/(?<![:\w]):([a-z]\w*)/g, (_, name: string) => {
    if (!parameters.includes(name)) parameters.push(name)
    return `$${parameters.indexOf(name) + 1}`
  })
  return { sql, parameters }
}

/** Makes a statement with named parameters (`:providerId`) that each connection prepares once. */
export function preparedByName<Row, Parameters extends object>(
  text: string
): (db: Db, values: Parameters) => Promise<Row[]> {
  const { sql, parameters } = numberParameters(text)
  const run = prepared<Row>(sql)
  return (db, values) => {
    const known = new Map<string, unknown>(Object.entries(values))
    return run(
      db,
      parameters.map((name) => known.get(name))
    )
  }
}

/** Names of the marked texts that this process has run. */
const names = new Map<string, string>()

function nameOf(text: string): string {
  const name = names.get(text) ?? `customer_center_${names.size + 1}`
  names.set(text, name)
  return name
}

const readOnly = '25006'

/**
 * Record of connections that are no longer used: all that were opened before one of them reported a standby, or gave no
 * answer. If the network drops packets, each of them would take as long to fail.
 */
export class StaleConnections {
  #count = 0
  readonly #made = new WeakMap<PoolClient, number>()

  readonly found = (): void => void (this.#count += 1)
  readonly add = (client: PoolClient): void => void this.#made.set(client, this.#count)
  readonly has = (client: PoolClient): boolean => (this.#made.get(client) ?? 0) < this.#count
}

/** A reader of statements: of the text without values, the time in ms, and the reason of a failure. */
export type StatementWatch = (text: string, ms: number, error?: unknown) => void

/** The way in which statements are sent. */
export interface StatementOptions {
  /** Whether marked statements get names. */
  readonly named: boolean
  /** Time to wait for the answer to a statement. */
  readonly answerMs?: number | undefined
  /** Time to wait for the answer to a statement in the background. */
  readonly backgroundMs?: number | undefined
  readonly watch: StatementWatch
}

class NamingClient implements PostgresPoolClient {
  readonly #client: PoolClient
  readonly #mark: (text: string) => string
  readonly #stale: StaleConnections
  readonly #options: StatementOptions
  /** The reason why the connection is unusable: it never goes back to the pool. */
  #end: Error | undefined

  constructor(client: PoolClient, mark: (text: string) => string, stale: StaleConnections, options: StatementOptions) {
    this.#client = client
    this.#stale = stale
    this.#mark = mark
    this.#options = options
  }

  query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
  query<R>(
    statement: string | PostgresCursor<R>,
    values: readonly unknown[] = []
  ): Promise<PostgresQueryResult<R>> | PostgresCursor<R> {
    if (typeof statement !== 'string') throw new Error('The dialect has no cursor.')
    return this.#run<R>(statement, values)
  }

  async #run<R>(given: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    // A rollback would wait just as long for an answer that does not come.
    if (this.#end) throw this.#end
    const { named, answerMs, watch } = this.#options
    // A text without values may be several statements in one, which cannot be prepared.
    const statement = values.length > 0 && !given.startsWith(marker) ? this.#mark(given) : given
    const isMarked = statement.startsWith(marker)
    const text = isMarked ? statement.slice(marker.length) : statement
    const name = named && isMarked && nameOf(text)
    const begun = performance.now()
    let result: QueryResult
    try {
      result = await this.#answerTo({ text, values: [...values], ...(name && { name }) }, answerMs)
    } catch (error) {
      watch(text, performance.now() - begun, error)
      throw error
    }
    watch(text, performance.now() - begun)
    const command = result.command as PostgresQueryResult<R>['command']
    return { command, rowCount: result.rowCount ?? 0, rows: result.rows as R[] }
  }

  // Keeps no answer longer than needed. The promise and the timer of pg keep each answer until the next full garbage
  // collection (for a list, 45 kB), which made collections of 12 ms out of 2.5 ms. A callback and a timer without a
  // reference to the query do not.
  #answerTo(statement: QueryConfig, answerMs: number | undefined): Promise<QueryResult> {
    return new Promise<QueryResult>((resolve, reject) => {
      const fail = (error: Error) => {
        if (isConnectionLost(error) || isAnswerMissing(error)) this.#end = error
        if (errorCode(error) === readOnly || isAnswerMissing(error)) this.#stale.found()
        reject(error)
      }
      const timer = answerMs === undefined ? undefined : setTimeout(() => fail(new Error(answerMissing)), answerMs)
      this.#client.query(statement, (error: Error | null, result: QueryResult) => {
        clearTimeout(timer)
        if (error) fail(error)
        else resolve(result)
      })
    })
  }

  release(): void {
    this.#client.release(this.#end !== undefined)
  }
}

/**
 * Wraps the pool for Kysely, so that marked statements get names.
 * @param mark marks statements with values when they are run; none by default
 */
export function nameStatements(
  pool: Pick<Pool, 'connect' | 'end' | 'options'>,
  stale: StaleConnections,
  options: StatementOptions,
  mark: (text: string) => string = (text) => text
): PostgresPool {
  // Kysely knows a connection by the object that it gets.
  const clients = new WeakMap<PoolClient, NamingClient>()
  return {
    async connect() {
      let client = await pool.connect()
      while (stale.has(client)) {
        client.release(true)
        client = await pool.connect()
      }
      const known = clients.get(client) ?? new NamingClient(client, mark, stale, options)
      clients.set(client, known)
      return known
    },
    end: () => pool.end(),
    options: pool.options
  }
}
