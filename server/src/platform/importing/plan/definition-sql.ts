import type { ColumnValues, RowTable } from '../../rows/tables.ts'
import { type ImportDefinition, mainTable } from '../import.ts'

/** Returns the name of a row in a run: its key columns as a text. */
export const keyText = (definition: ImportDefinition, row: ColumnValues): string =>
  definition.key.map((column) => String(row[column] ?? '')).join('|')

/** Returns SQL of the same text. */
export const keySql = (definition: ImportDefinition): string =>
  definition.key.map((column) => `coalesce(${mainTable(definition).alias}.${column}::text, '')`).join(` || '|' || `)

/** SQL of a record `k` with the key columns of one row, from a parameter with them as JSON. */
export const keyRecord = (definition: ImportDefinition, parameter: string): string =>
  `json_populate_record(null::${mainTable(definition).name}, ${parameter}::json) k`

/** Returns the SQL condition that a row has the key of `k`. */
export const isKeyRecord = (definition: ImportDefinition): string =>
  ['true', ...definition.key.map((column) => `${mainTable(definition).alias}.${column} = k.${column}`)].join(' and ')

/**
 * SQL that reads the stored rows with these keys, and locks them until the transaction ends. Each row by itself: in a
 * table that has grown since it was analysed PostgreSQL would read all rows of the company to join them. The company is
 * one of each key, because of a number that the statistics do not have PostgreSQL expects no row, and takes any index
 * that begins with it for as good.
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

/** A member that names another row. */
export interface Reference {
  readonly member: string
  readonly sql: string
  /** The table of the rows that it names; missing where they are no rows of a resource. */
  readonly table?: RowTable['name']
}

/**
 * Returns the statement of each reference of a resource: one JSON object, so that a row is not parsed column by column.
 */
export function referencesOf(definition: ImportDefinition, imports: readonly ImportDefinition[]): readonly Reference[] {
  return Object.entries(definition.members).flatMap(([member, { reference, lookup }]): Reference | Reference[] => {
    if (!reference) return []
    if (lookup !== undefined)
      return { member, sql: `select coalesce(json_object_agg(t.name, to_json(t)), '{}') as found from (${lookup}) t` }
    const target = imports.find(({ resource }) => resource === definition.fields[member]?.to)
    if (!target) throw new Error(`Nothing is known of what ${member} refers to.`)
    const taken = [...new Set(Object.values(reference))].flatMap((column) => [`'${column}'`, `t.${column}`])
    return {
      member,
      table: mainTable(target).name,
      // Each by itself, as the stored rows are.
      sql: `select coalesce(json_object_agg(t.external_id, json_build_object(${taken.join(', ')})), '{}') as found
        from (select $1::int as company, unnest($2::text[]) as name offset 0) k
        cross join lateral (
          select * from ${mainTable(target).name} t where t.company = k.company and t.external_id = k.name offset 0
        ) t`
    }
  })
}
