import { Kysely, PostgresDialect, sql } from 'kysely'
import {
  type Connection,
  escapeIdentifier,
  type Pool,
  type PoolClient,
  type QueryResultRow,
  type Submittable
} from 'pg'
import type { Db, Tables } from './query.ts'

/** A table and the columns that are copied. */
export interface TableColumns {
  readonly name: string
  readonly columns: readonly string[]
}

/** Rows of COPY, in PostgreSQL's text format, each with a line break at its end. */
export interface CopiedRows {
  readonly rows: number
  readonly bytes: Buffer
}

/**
 * Lists the tables and their columns, each table behind those that it references.
 * @param client its transaction sees none of the migrations of others
 */
export async function readTables(client: PoolClient): Promise<TableColumns[]> {
  const readRows = async <Row extends QueryResultRow>(text: string) => (await client.query<Row>(text)).rows
  const tables = await readRows<TableColumns>(`
    select relname as name, array_agg(attname::text order by attnum) as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
    where relnamespace = current_schema()::regnamespace and relkind = 'r' and relname <> 'migrations'
    group by relname order by relname`)
  const references = await readRows<{ name: string; wanted: string }>(`
    select one.relname as name, other.relname as wanted
    from pg_constraint join pg_class one on one.oid = conrelid join pg_class other on other.oid = confrelid
    where contype = 'f' and conrelid <> confrelid and connamespace = current_schema()::regnamespace`)
  const ordered: TableColumns[] = []
  while (ordered.length < tables.length) {
    const isThere = (name: string) => ordered.some((table) => table.name === name)
    const next = tables.find(
      ({ name }) => !isThere(name) && references.every((one) => one.name !== name || isThere(one.wanted))
    )
    if (!next) throw new Error('Tables reference each other in a circle.')
    ordered.push(next)
  }
  return ordered
}

type Message = Readonly<Record<'text' | 'chunk', string & Uint8Array>>

/**
 * Runs COPY on a connection of `pg`, as one message each way: the embedded database reads a whole message before it
 * answers.
 */
function runCopy(client: PoolClient, submit: (connection: Connection) => void): Promise<CopiedRows> {
  return new Promise((resolve, reject) => {
    const parts: Uint8Array[] = []
    let rows = 0
    const nothing = (): void => undefined
    const copy: Submittable & Record<string, unknown> = {
      submit,
      handleCopyInResponse: nothing,
      // pg uses the memory of a message again.
      handleCopyData: ({ chunk }: Message) => void parts.push(Buffer.from(chunk)),
      handleCommandComplete: ({ text }: Message) => void (rows = Number(text.split(' ')[1])),
      handleReadyForQuery: () => resolve({ rows, bytes: Buffer.concat(parts) }),
      handleError: reject
    }
    client.query(copy)
  })
}

/** Approximate number of bytes of rows that are in memory at once. */
const chunkBytes = 4 * 1_048_576
const pageBytes = 8192

/**
 * Yields all rows of a table as the transaction of `client` sees them, a few pages at a time, so that the table need
 * not fit into memory.
 */
export async function* copyOut(client: PoolClient, { name, columns }: TableColumns): AsyncGenerator<CopiedRows> {
  const size = `select pg_relation_size($1::regclass) as own, pg_table_size($1::regclass) as all`
  const { rows: sizes } = await client.query<{ own: number; all: number }>(size, [escapeIdentifier(name)])
  const { own = 0, all = 0 } = sizes[0] ?? {}
  const pages = Math.ceil(own / pageBytes)
  const step = Math.max(1, Math.floor((chunkBytes / pageBytes) * (own / Math.max(all, 1))))
  for (let page = 0; page < pages; page += step) {
    const part = `ctid >= '(${page},0)' and ctid < '(${page + step},0)'`
    const rows = `select ${columns.map(escapeIdentifier).join()} from ${escapeIdentifier(name)} where ${part}`
    yield await runCopy(client, (connection) => connection.query(`copy (${rows}) to stdout`))
  }
}

function message(kind: string, content: Uint8Array): Buffer {
  const head = Buffer.alloc(5)
  head.write(kind, 'latin1')
  head.writeInt32BE(content.length + 4, 1)
  return Buffer.concat([head, content])
}

/** Inserts rows of COPY; returns their number. */
export async function copyIn(client: PoolClient, { name, columns }: TableColumns, rows: Uint8Array): Promise<number> {
  const statement = `copy ${escapeIdentifier(name)} (${columns.map(escapeIdentifier).join()}) from stdin\0`
  const bytes = [message('Q', Buffer.from(statement)), message('d', rows), message('c', Buffer.alloc(0))]
  const copied = await runCopy(client, ({ stream }) => void stream.write(Buffer.concat(bytes)))
  return copied.rows
}

/** Makes a Kysely that uses one connection. */
function kyselyOver(client: PoolClient): Db {
  const connection = { query: client.query.bind(client), release: () => undefined }
  const pool = { connect: async () => connection, end: async () => undefined }
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: pool as never }) })
}

/**
 * Runs work in a transaction that reads one snapshot and has no time limit; `client` runs COPY in the same transaction.
 */
export async function inCopyTransaction<Result>(
  pool: Pool,
  work: (trx: Db, client: PoolClient) => Promise<Result>
): Promise<Result> {
  const client = await pool.connect()
  try {
    const transaction = kyselyOver(client).transaction().setIsolationLevel('repeatable read')
    return await transaction.execute(async (trx) => {
      await sql`set local statement_timeout = 0`.execute(trx)
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx)
      return work(trx, client)
    })
  } finally {
    client.release(true)
  }
}
