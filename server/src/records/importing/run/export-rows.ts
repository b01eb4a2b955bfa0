import { sql } from 'kysely'
import type { ImportField } from '@customer-center/contract/import-field'
import { importResource } from '@customer-center/contract/import/resources'
import { readPage } from '../../../platform/database/plans.ts'
import type { Db } from '../../../platform/database/query.ts'
import type { ColumnValues } from '../../rows/tables.ts'
import { type ImportDefinition, rowsAtOnce, mainTable } from '../import.ts'
import { joinKey, referredIdSql } from '../plan/import-setup.ts'

/** Returns the SQL of a member in the form that an import reads. */
function memberSql(column: string, { kind, required, notNull }: ImportField): string {
  if (kind === 'decimal') return `${column}::text`
  if (kind === 'date') return `to_char(${column}, 'YYYY-MM-DD')`
  if (kind === 'time') return `to_char(${column}, 'HH24:MI:SS')`
  if (kind === 'timestamp') return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
  // An import knows no empty texts.
  return kind === 'text' && !required && !notNull ? `nullif(${column}, '')` : column
}

interface ExportKey {
  readonly sql: string
  readonly type: 'text' | 'int'
}

/** Returns the SQL of a key that compares texts by their bytes, in the same order in every database. */
function exportKey(column: string, { kind, required }: ImportField): ExportKey {
  if (kind === 'number' || kind === 'id') return { sql: column, type: 'int' }
  return { sql: `${required ? column : `coalesce(${column}, '')`} collate "C"`, type: 'text' }
}

/**
 * Returns a statement up to its conditions on the rows, and the SQL of their keys.
 * @param withSecrets whether the export has password hashes
 */
function exportParts(definition: ImportDefinition, providerId: number, withSecrets = false) {
  const { resource, fields, join = {}, members } = definition
  const { name, alias } = mainTable(definition)
  const referred = Object.entries(members).flatMap(([member, { exported }], index) => {
    const found = exported === undefined ? referredIdSql(definition, member) : undefined
    if (found === undefined) return []
    const joined = `left join lateral (${found} offset 0) r${index} on true`
    return [{ member, column: `r${index}.external_id`, joined }]
  })
  const columnOf = (member: string) =>
    members[member]?.exported ?? members[member]?.column ?? referred.find((one) => one.member === member)?.column
  const shown = Object.entries(fields).flatMap(([member, field]) => {
    const column = columnOf(member)
    return column === undefined || (field.secret && !withSecrets) ? [] : [`${memberSql(column, field)} as "${member}"`]
  })
  const keys = importResource(resource).key.map((member) => exportKey(columnOf(member)!, fields[member]!))
  const line = `(select row_to_json(m) from (select ${shown.join(', ')}) m)::text as line`
  const from = `from ${name} ${alias} ${[...Object.values(join), ...referred.map((one) => one.joined)].join(' ')}`
  return { line: sql.raw(line), from: sql.raw(from), of: sql`${sql.table(alias)}.provider_id = ${providerId}`, keys }
}

interface ExportedRow {
  readonly line: string
  readonly key: readonly (string | number)[]
}

/** Returns the statements of pages: of the first one, or of the one after a key. */
function exportSql(definition: ImportDefinition, providerId: number, withSecrets: boolean, pageSize: number) {
  const { line, from, of, keys } = exportParts(definition, providerId, withSecrets)
  const order = sql.raw(keys.map((key) => key.sql).join(', '))
  const valueOf = (value: string | number, index: number) => {
    const { type } = keys[index]!
    return sql`${value}::${sql.raw(type === 'text' ? 'text collate "C"' : type)}`
  }
  return (last: ExportedRow['key']) => sql<ExportedRow>`
    select ${line}, json_build_array(${order}) as key
    ${from} where ${of} ${last.length === 0 ? sql`` : sql`and (${order}) > (${sql.join(last.map(valueOf))})`}
    ${keys.length === 0 ? sql`` : sql`order by ${order}`} limit ${pageSize}`
}

/** Reads one row by its key columns, as a line of an export; undefined where it does not exist. */
export async function exportRow(
  db: Db,
  definition: ImportDefinition,
  providerId: number,
  key: ColumnValues
): Promise<string | undefined> {
  const { line, from, of } = exportParts(definition, providerId)
  const row = sql<{ line: string }>`select ${line} ${from} ${joinKey(definition, key)} where ${of}`
  return (await row.execute(db)).rows[0]?.line
}

/** Number of rows of a page: so few that requests need not wait between two pages. */
const pageSize = 1000

/**
 * Yields all rows of a resource as lines of NDJSON, many at a time, in the order of their keys: an import of these
 * lines changes nothing.
 */
export async function* exportRows(
  db: Db,
  definition: ImportDefinition,
  providerId: number,
  withSecrets: boolean
): AsyncGenerator<readonly string[], void> {
  const size = rowsAtOnce(definition.resource, pageSize)
  const page = exportSql(definition, providerId, withSecrets, size)
  let last: ExportedRow['key'] = []
  for (;;) {
    const statement = page(last)
    const { rows } = await readPage(db, (trx) => statement.execute(trx))
    if (rows.length > 0) yield rows.map(({ line }) => line)
    last = rows.at(-1)?.key ?? []
    if (last.length === 0 || rows.length < size) return
  }
}
