import { importResource } from '@customer-center/contract/import/resources'
import type { Kysely } from 'kysely'
import { query } from '../../database/query.ts'
import type { Tables } from '../../database/tables.ts'
import type { ImportDefinition } from '../import.ts'
import type { ColumnValues, RowTable } from '../../rows/tables.ts'

/** The rows that a batch refers to: by member, then by external ID, with the columns that are taken from them. */
export type FoundReferences = ReadonlyMap<string, ReadonlyMap<string, ColumnValues>>

interface Reference {
  readonly member: string
  readonly sql: string
  /** The table of the rows that it names; missing where they are no rows of a resource. */
  readonly table?: RowTable['name']
}

/**
 * Returns the statement of each reference of a resource: one JSON object, so that a row is not parsed column by column.
 */
export function referencesOf(definition: ImportDefinition, imports: readonly ImportDefinition[]): readonly Reference[] {
  const { fields } = importResource(definition.resource)
  return Object.entries(definition.members).flatMap(
    ([member, { reference, lookup }]): Reference | readonly Reference[] => {
      if (!reference) return []
      if (lookup !== undefined)
        return { member, sql: `select coalesce(json_object_agg(t.name, to_json(t)), '{}') as found from (${lookup}) t` }
      const target = imports.find(({ resource }) => resource === fields[member]?.to)
      const table = target?.tables.at(-1)
      if (!table) throw new Error(`Nothing is known of what ${member} refers to.`)
      const taken = [...new Set(Object.values(reference))].flatMap((column) => [`'${column}'`, `t.${column}`])
      return {
        member,
        table: table.name,
        // Each by itself, as the stored rows are.
        sql: `select coalesce(json_object_agg(t.external_id, json_build_object(${taken.join(', ')})), '{}') as found
        from (select $1::int as company, unnest($2::text[]) as name offset 0) k
        cross join lateral (
          select * from ${table.name} t where t.company = k.company and t.external_id = k.name offset 0
        ) t`
      }
    }
  )
}

/** Finds the rows that a batch refers to, with one statement for each reference. */
export async function findReferences(
  db: Kysely<Tables>,
  provider: number,
  references: readonly Reference[],
  rows: readonly ReadonlyMap<string, string | number | boolean | null>[]
): Promise<FoundReferences> {
  const found = new Map<string, ReadonlyMap<string, ColumnValues>>()
  for (const { member, sql } of references) {
    const names = [...new Set(rows.map((values) => values.get(member)).filter((name) => typeof name === 'string'))]
    if (names.length === 0) continue
    const [row] = await query<{ found: Record<string, ColumnValues> }>(db, sql, [provider, names])
    found.set(member, new Map(Object.entries(row?.found ?? {})))
  }
  return found
}
