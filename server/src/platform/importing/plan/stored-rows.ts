import type { Kysely } from 'kysely'
import { query } from '../../database/query.ts'
import type { Tables } from '../../database/tables.ts'
import type { ImportDefinition } from '../import.ts'
import type { ColumnValues } from '../../rows/tables.ts'

/** Rows of the definition's tables, by alias. */
export type StoredRow = Record<string, ColumnValues>

export const mainTable = ({ tables, resource }: ImportDefinition) => {
  const table = tables.at(-1)
  if (!table) throw new Error(`The import of ${resource} has no table.`)
  return table
}

/** Returns the name of a row in a run: its key columns as a text. */
export const keyText = (definition: ImportDefinition, row: ColumnValues): string =>
  definition.key.map((column) => String(row[column] ?? '')).join('|')

/** Returns SQL of the same text. */
export function keySql(definition: ImportDefinition): string {
  const { alias } = mainTable(definition)
  return definition.key.map((column) => `coalesce(${alias}.${column}::text, '')`).join(` || '|' || `)
}

/** SQL of a record `k` with the key columns of one row, from a parameter with them as JSON. */
export const keyRecord = (definition: ImportDefinition, parameter: string): string =>
  `json_populate_record(null::${mainTable(definition).name}, ${parameter}::json) k`

/** Returns the SQL condition that a row has the key of `k`. */
export function isKeyRecord(definition: ImportDefinition): string {
  const { alias } = mainTable(definition)
  return ['true', ...definition.key.map((column) => `${alias}.${column} = k.${column}`)].join(' and ')
}

/**
 * SQL that reads the stored rows with these keys, and locks them until the transaction ends. Each row by itself: in a table that has
 * grown since it was analysed PostgreSQL would read all rows of the company to join them. The company is one of each key, because of a
 * number that the statistics do not have PostgreSQL expects no row, and takes any index that begins with it for as good.
 */
export function storedSql(definition: ImportDefinition): string {
  const { tables, join = '', closedWhen = [] } = definition
  const main = mainTable(definition)
  const aliases = tables.map(({ alias }) => alias)
  // The column that closes a row may be of another table that `join` has.
  const read = [...new Set([...aliases, ...closedWhen.slice(0, 1).map((column) => column.split('.')[0])])]
  return `
    select coalesce(json_agg(json_build_object(${read.map((alias) => `'${alias}', to_json(found.${alias})`).join(', ')})), '[]')
      as found
    from (
      select stored.* from json_populate_recordset(null::${main.name}, $1::json) k
      cross join lateral (
        select ${read.join(', ')} from ${main.name} ${main.alias} ${join}
        where ${main.alias}.company = k.company and ${isKeyRecord(definition)}
        for no key update of ${aliases.join(', ')}
      ) stored
    ) found`
}

/** Reads the stored rows of a batch, by the text of their keys. */
export async function readStored(
  db: Kysely<Tables>,
  definition: ImportDefinition,
  sql: string,
  provider: number,
  keys: readonly ColumnValues[]
): Promise<Map<string, StoredRow>> {
  const { alias } = mainTable(definition)
  if (keys.length === 0) return new Map()
  const [row] = await query<{ found: StoredRow[] }>(db, sql, [
    JSON.stringify(keys.map((key) => ({ ...key, company: provider })))
  ])
  return new Map((row?.found ?? []).map((stored) => [keyText(definition, stored[alias] ?? {}), stored]))
}
