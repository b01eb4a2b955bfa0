import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type { Pool, PoolClient, QueryResult } from 'pg'
import { errorCode, isConnectionLost } from './errors.ts'

// PostgreSQL takes as long to parse and plan a list's statement as to run it. A connection does that once for a statement that has
// a name, and keeps the result until it is closed: so only a limited number of texts may get one. All names are given here.
const names = new Map<string, string>()

/** Gives a statement a name, so that each connection prepares it once; returns its text. */
export function prepared(text: string): string {
  if (!names.has(text)) names.set(text, `customer_center_${names.size + 1}`)
  return text
}

/** Gives names to the first `most` texts it is called with: for a statement whose text depends on the fields of a request. */
export function preparedUpTo(most: number): (text: string) => string {
  const marked = new Set<string>()
  return (text) => {
    if (marked.size < most) marked.add(text)
    return marked.has(text) ? prepared(text) : text
  }
}

const readOnly = '25006'

/** Which connections lead to a server that has become a standby: those made before one of them said so. */
export class Standby {
  #count = 0
  readonly #made = new WeakMap<PoolClient, number>()

  readonly found = (): void => void (this.#count += 1)
  readonly add = (client: PoolClient): void => void this.#made.set(client, this.#count)
  readonly isBehind = (client: PoolClient): boolean => (this.#made.get(client) ?? 0) < this.#count
}

class NamingClient implements PostgresPoolClient {
  readonly #client: PoolClient
  readonly #mark: (text: string) => string
  readonly #standby: Standby
  /** It never goes back to the pool. */
  #isLost = false

  constructor(client: PoolClient, mark: (text: string) => string, standby: Standby) {
    this.#client = client
    this.#standby = standby
    this.#mark = mark
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

  async #run<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    // What has no values may be several statements in one, which cannot be prepared.
    const name = names.get(values.length > 0 ? this.#mark(text) : text)
    const statement = { text, values: [...values], ...(name && { name }) }
    const result: QueryResult = await this.#client.query(statement).catch((error: unknown) => {
      this.#isLost ||= isConnectionLost(error)
      if (errorCode(error) === readOnly) this.#standby.found()
      throw error
    })
    const command = result.command as PostgresQueryResult<R>['command']
    return { command, rowCount: result.rowCount ?? 0, rows: result.rows as R[] }
  }

  release(): void {
    this.#client.release(this.#isLost)
  }
}

/**
 * The pool as Kysely uses it, with the names of marked statements.
 * @param mark marks statements with values when they are run; none by default
 */
export function naming(
  pool: Pick<Pool, 'connect' | 'end'>,
  standby: Standby,
  mark: (text: string) => string = (text) => text
): PostgresPool {
  // Kysely knows a connection by the object that it gets.
  const clients = new WeakMap<PoolClient, NamingClient>()
  return {
    async connect() {
      let client = await pool.connect()
      while (standby.isBehind(client)) {
        client.release(true)
        client = await pool.connect()
      }
      const known = clients.get(client) ?? new NamingClient(client, mark, standby)
      clients.set(client, known)
      return known
    },
    end: () => pool.end()
  }
}
