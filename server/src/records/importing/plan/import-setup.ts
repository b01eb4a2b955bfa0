import { type RawBuilder, sql } from 'kysely'
import { importResources } from '@customer-center/contract/import/resources'
import type { ColumnValues, RowTable } from '../../rows/tables.ts'
import { type ImportDefinition, mainTable, type ImportContext, ImportError, type ImportRequest } from '../import.ts'
import type { ColumnPlace } from '../imported-row.ts'
import { rowReader } from '../read/read-row.ts'

/** Returns the place that `alias.column` names. */
export function placeOf(name: string): ColumnPlace {
  const [alias = '', column = ''] = name.split('.')
  return { alias, column }
}

export interface MemberColumn extends ColumnPlace {
  /** Column of the referenced row that a reference copies; undefined without a reference. */
  readonly from: string | undefined
  /** Whether a required member sets it, too. */
  readonly isNeeded: boolean
}

/** The columns of a definition, as far as they do not depend on a row. */
interface DefinitionColumns {
  /** Members that a new row needs, each with the member that may replace it. */
  readonly required: readonly (readonly [member: string, instead: string | undefined])[]
  readonly places: ReadonlyMap<string, readonly MemberColumn[]>
  /** Initial values of a new row, by alias of its tables. */
  readonly initial: Readonly<Record<string, ColumnValues>>
}

function columnsOfDefinition(definition: ImportDefinition): DefinitionColumns {
  const { fields } = definition
  const members = Object.entries(definition.members)
  const namesOf = ({ column, reference }: (typeof members)[number][1]) =>
    Object.entries<string | undefined>(reference ?? (column === undefined ? {} : { [column]: undefined }))
  const needed = members.flatMap(([member, storage]) =>
    fields[member]?.required ? namesOf(storage).map(([name]) => name) : []
  )
  const initial: Record<string, ColumnValues> = {}
  const places = new Map<string, MemberColumn[]>()
  for (const [member, storage] of members) {
    const own = namesOf(storage).map(([name, from]) => ({ ...placeOf(name), from, isNeeded: needed.includes(name) }))
    places.set(member, own)
    const value = storage.initial
    if (value === undefined) continue
    for (const { alias, column } of own) initial[alias] = { ...initial[alias], [column]: value }
  }
  return {
    required: Object.entries(fields).flatMap(([name, field]) =>
      field.required ? [[name, field.instead] as const] : []
    ),
    places,
    initial
  }
}

/** Returns the text that identifies a row in a run: its key columns. */
export const formatKey = (definition: ImportDefinition, row: ColumnValues): string =>
  definition.key.map((column) => String(row[column] ?? '')).join('|')

/** Returns SQL of the same text. */
export const keySql = (definition: ImportDefinition): string =>
  definition.key.map((column) => `coalesce(${mainTable(definition).alias}.${column}::text, '')`).join(` || '|' || `)

/** Returns the SQL condition that a row has the key `k`. */
const hasKey = (definition: ImportDefinition): string =>
  ['true', ...definition.key.map((column) => `${mainTable(definition).alias}.${column} = k.${column}`)].join(' and ')

/** Returns SQL that joins the row with this key. */
export const joinKey = (definition: ImportDefinition, key: ColumnValues) =>
  sql`join json_populate_record(null::${sql.table(mainTable(definition).name)}, ${JSON.stringify(key)}::json) k
    on ${sql.raw(hasKey(definition))}`

/**
 * Returns SQL that reads the stored rows with these keys, and locks them until the transaction ends. A subquery reads
 * each row: in a table that has grown since it was analysed, PostgreSQL would read all rows of the company for a join.
 * The company comes from each key, not from a parameter: for a company that the statistics lack, PostgreSQL would expect
 * no rows and take any index that begins with the company.
 */
export function storedSql(definition: ImportDefinition, keys: readonly ColumnValues[]): RawBuilder<unknown> {
  const { tables, join = {} } = definition
  const main = mainTable(definition)
  const aliases = tables.map(({ alias }) => alias)
  const read = [...new Set([...aliases, ...Object.keys(join)])]
  return sql`
    select ${sql.raw(read.map((alias) => `to_json(stored.${alias}) as ${alias}`).join(', '))}
    from json_populate_recordset(null::${sql.table(main.name)}, ${JSON.stringify(keys)}::json) k
    cross join lateral (${sql.raw(`
      select ${read.join(', ')} from ${main.name} ${main.alias} ${Object.values(join).join(' ')}
      where ${main.alias}.provider_id = k.provider_id and ${hasKey(definition)}
      for no key update of ${aliases.join(', ')}`)}
    ) stored`
}

/** Returns the table of the rows that a reference names: it has their resource's name. */
export function referredTable({ fields }: ImportDefinition, member: string): RowTable['name'] {
  return (fields[member]?.to ?? '').replaceAll('-', '_') as RowTable['name']
}

/** Returns SQL of the external ID of the row that a reference names; undefined if it names no row of a resource. */
export function referredIdSql(definition: ImportDefinition, member: string): string | undefined {
  const { reference } = definition.members[member] ?? {}
  if (!reference || definition.fields[member]?.to === undefined) return undefined
  const same = Object.entries({ [`${mainTable(definition).alias}.provider_id`]: 'provider_id', ...reference })
  const condition = same.map(([own, other]) => `r.${other} = ${own}`).join(' and ')
  return `select r.external_id from ${referredTable(definition, member)} r where ${condition}`
}

/** The parts of an import that stay the same for all rows. */
export interface ImportSetup {
  readonly definition: ImportDefinition
  readonly columns: DefinitionColumns
  readonly read: ReturnType<typeof rowReader>
  readonly lead: ImportContext['lead']
  readonly request: Pick<
    ImportRequest,
    'providerId' | 'undoesBatches' | 'providerKey' | 'earlierRuns' | 'customersRun' | 'maxRemoved' | 'prefix'
  > &
    Partial<Pick<ImportRequest, 'mode'>>
  /** Whether losses of access wait for the run's end. */
  readonly holds: boolean
}

/** Schemas take a millisecond, and calls of single rows come one by one. */
const readers = new Map<string, ImportSetup['read']>()

/** @throws ImportError for a resource without an import */
export function setUpImport(
  { imports, lead }: Pick<ImportContext, 'imports' | 'lead'>,
  request: ImportSetup['request'] & Pick<ImportRequest, 'resource'>,
  holds = false
): ImportSetup {
  const { resource } = request
  const definition = imports.find((one) => one.resource === resource)
  if (!definition) throw new ImportError(`Rows of ${resource} cannot be imported.`)
  const read = readers.get(resource) ?? rowReader(importResources[resource])
  readers.set(resource, read)
  return { definition, columns: columnsOfDefinition(definition), read, lead, request, holds }
}
