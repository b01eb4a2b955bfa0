import { startPostgresProduct } from '../../testing/server/postgres-product.ts'
import { type Measurement, times } from '../trial/measurement.ts'
import { callEverything } from './grown-calls.ts'
import { fillTables, type Growth } from './grown-rows.ts'
import type { AnswerCount } from './load/answers.ts'
import { explainingSettings, readStatementUses, type StatementUse } from './statement-buffers.ts'

const maxRatio = 1.5
const pagesOfSearch = 2
const small = 10_000

/** For a database that lives as long as the bench. */
const quickSettings = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'max_wal_size=2GB',
  'autovacuum=off',
  'shared_buffers=1GB'
]

interface Uses {
  readonly statements: ReadonlyMap<string, StatementUse>
  readonly gigabytes: number
  readonly answers: AnswerCount
}

async function usesOf(growth: Growth): Promise<Uses> {
  const product = await startPostgresProduct(undefined, [...quickSettings, ...explainingSettings])
  const { pool } = product.database
  const value = async <Value>(statement: string) =>
    Object.values((await pool.query<Record<string, Value>>(statement)).rows[0]!)[0]!
  try {
    console.log(`Writing ${growth.largest} participations and changes, and ${growth.rest} rows in each other table …`)
    await fillTables(pool, growth)
    const gigabytes = (await value<number>('select pg_database_size(current_database())::float8')) / 1e9
    await pool.query(`alter system set auto_explain.log_min_duration = 0`)
    await pool.query('select pg_reload_conf()')
    const answers = await callEverything(product)
    const { rows } = await pool.query<{ name: string; count: number }>(
      `select relname as name, count(*)::int as count from pg_index join pg_class c on c.oid = indrelid group by 1`
    )
    const indexes = new Map(rows.map(({ name, count }) => [name, count]))
    return {
      statements: await readStatementUses(await value<string>('show data_directory'), indexes),
      gigabytes,
      answers
    }
  } finally {
    await product.close()
  }
}

/** Statements that read a whole table or a whole company on purpose, each with what it is for. */
const readingAll: Readonly<Record<string, RegExp>> = {
  'addresses that came back, of which nobody may have them any more': /^\s*delete from "bounces" where ctid = any/,
  'a search of people by a part of the name': /^\s*with found as not materialized/,
  'files that the command check looks for': /from \(select storage_key, size_bytes from documents union/
}

interface Growing {
  readonly text: string
  readonly before: number
  readonly after: number
  readonly scanned: readonly string[]
}

/** Lists statements whose pages grow beyond the limit, the worst one first. */
function growing(few: Uses, many: Uses): Growing[] {
  return [...many.statements]
    .flatMap(([text, { pages: after, searches, scanned }]) => {
      const before = few.statements.get(text)?.pages
      if (before === undefined || Object.values(readingAll).some((pattern) => pattern.test(text))) return []
      // A search of an index over a thousand times as many rows goes through one or two levels more.
      const most = Math.max(maxRatio * before, before + pagesOfSearch * searches)
      return after > most ? [{ text, before, after, scanned }] : []
    })
    .toSorted((a, b) => b.after / b.before - a.after / a.before)
}

/**
 * Compares the pages that each statement touches among many rows with those among few, at answers of the same size.
 * @param largest the rows of each of the two largest tables, ten times those of the others
 */
export async function benchBuffers(largest = 10_000_000): Promise<Measurement[]> {
  const few = await usesOf({ largest: small, rest: small })
  const many = await usesOf({ largest, rest: largest / 10 })
  const compared = [...many.statements.keys()].filter((text) => few.statements.has(text))
  const over = growing(few, many)
  for (const { text, before, after, scanned } of over)
    console.log(`${before.toFixed(1)} → ${after.toFixed(1)} pages (all of: ${scanned.join(', ')}): ${text}`)
  const worst = over[0]
  return [
    {
      name: `statements whose pages grow by more than half and by more than two for each search of an index, among ${largest} rows (${many.gigabytes.toFixed(1)} GB), of ${compared.length}`,
      ours: String(over.length),
      floor: `${small} rows`,
      ratio: worst ? times(worst.after / worst.before) : '',
      limit: '0',
      kept: over.length === 0
    },
    few.answers.measured(),
    many.answers.measured()
  ]
}
