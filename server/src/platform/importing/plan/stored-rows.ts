import { type Db, query } from '../../database/query.ts'
import type { ColumnValues } from '../../rows/tables.ts'
import { mainTable } from '../import.ts'
import { keyText } from './definition-sql.ts'
import type { ImportSetup } from './import-setup.ts'

/** Rows of the definition's tables, by alias. */
export type StoredRow = Record<string, ColumnValues>

/** Reads the stored rows of a batch, by the text of their keys. */
export async function readStored(
  db: Db,
  { definition, storedSql, request: { provider } }: ImportSetup,
  keys: readonly ColumnValues[]
): Promise<Map<string, StoredRow>> {
  if (keys.length === 0) return new Map()
  const sent = JSON.stringify(keys.map((key) => ({ ...key, company: provider })))
  const [row] = await query<{ found: StoredRow[] }>(db, storedSql, [sent])
  const nameOfStored = (stored: StoredRow) => keyText(definition, stored[mainTable(definition).alias] ?? {})
  return new Map((row?.found ?? []).map((stored) => [nameOfStored(stored), stored]))
}

/** The rows that a batch refers to: by member, then by external ID, with the columns that are taken from them. */
export type FoundReferences = ReadonlyMap<string, ReadonlyMap<string, ColumnValues>>

/** Finds the rows that a batch refers to, with one statement for each reference. */
export async function findReferences(
  db: Db,
  { references, request }: ImportSetup,
  rows: readonly ReadonlyMap<string, string | number | boolean | null>[]
): Promise<FoundReferences> {
  const found = new Map<string, ReadonlyMap<string, ColumnValues>>()
  for (const { member, sql } of references) {
    const names = [...new Set(rows.map((values) => values.get(member)).filter((name) => typeof name === 'string'))]
    if (names.length === 0) continue
    const [row] = await query<{ found: Record<string, ColumnValues> }>(db, sql, [request.provider, names])
    found.set(member, new Map(Object.entries(row?.found ?? {})))
  }
  return found
}
