import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type { Pool, PoolClient, QueryResult } from 'pg'

// PostgreSQL takes as long to parse and plan a list's statement as to run it; under a name each connection does that once. A
// connection keeps what it has prepared until its end, so only texts made when a module is loaded may be marked, or a bounded number later.
const names = new Map<string, string>()

/** Marks a statement as one that each connection prepares once; returns it. */
export function prepared(text: string): string {
  if (!names.has(text)) names.set(text, `customer_center_${names.size + 1}`)
  return text
}

/** Marks the first texts that it is given, `most` of them: for a statement whose text depends on the fields that are sent. */
export function preparedUpTo(most: number): (text: string) => string {
  const marked = new Set<string>()
  return (text) => {
    if (marked.size < most) marked.add(text)
    return marked.has(text) ? prepared(text) : text
  }
}

class NamingClient implements PostgresPoolClient {
  readonly #client: PoolClient
  readonly #mark: (text: string) => string

  constructor(client: PoolClient, mark: (text: string) => string) {
    this.#client = client
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
    const result: QueryResult = await this.#client.query({ text, values: [...values], ...(name && { name }) })
    const command = result.command as PostgresQueryResult<R>['command']
    return { command, rowCount: result.rowCount ?? 0, rows: result.rows as R[] }
  }

  release(): void {
    this.#client.release()
  }
}

/**
 * The pool as Kysely uses it, with the names of marked statements.
 * @param mark marks statements with values when they are run; none by default
 */
export function naming(
  pool: Pick<Pool, 'connect' | 'end'>,
  mark: (text: string) => string = (text) => text
): PostgresPool {
  // Kysely knows a connection by the object that it gets.
  const clients = new WeakMap<PoolClient, NamingClient>()
  return {
    async connect() {
      const client = await pool.connect()
      const known = clients.get(client) ?? new NamingClient(client, mark)
      clients.set(client, known)
      return known
    },
    end: () => pool.end()
  }
}
