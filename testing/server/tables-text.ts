import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../server/src/platform/database/tables.d.ts'

interface Column {
  readonly table: string
  readonly column: string
  readonly type: string
  readonly isNullable: boolean
  readonly isGenerated: boolean
  /** The words that a check constraint allows. */
  readonly words: string[] | null
  readonly comment: string | null
}

const types: Readonly<Record<string, string>> = {
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float4: 'number',
  float8: 'number',
  numeric: 'number',
  bool: 'boolean',
  bytea: 'Buffer',
  timestamptz: 'Date',
  jsonb: 'unknown',
  _text: 'string[]'
}

function columnText({ column, type, words, isNullable, isGenerated, comment }: Column): string {
  const value = words ? words.map((word) => `'${word}'`).join(' | ') : (types[type] ?? 'string')
  const whole = isNullable && value !== 'unknown' ? `${value} | null` : value
  const doc = comment === null ? '' : `  /** ${comment} */\n`
  return `${doc}  ${column}: ${isGenerated ? `Generated<${whole}>` : whole}`
}

const typeName = (table: string): string => table.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Writes the TypeScript of the tables, as Kysely wants it, from the catalog of a migrated database. */
export async function tablesText(db: Kysely<Tables>): Promise<string> {
  const { rows } = await sql<Column>`
    select pg_class.relname as table, attname as column, typname as type, not attnotnull as "isNullable",
           atthasdef or attidentity <> '' as "isGenerated", col_description(pg_class.oid, attnum) as comment,
           (select array_agg(word[1] order by at)
            from pg_constraint, regexp_matches(pg_get_constraintdef(oid), '''([^'']+)''::text', 'g') with ordinality as found (word, at)
            where conrelid = pg_class.oid and contype = 'c' and conkey = array[attnum]
              and pg_get_constraintdef(oid) like '%ANY (ARRAY[%') as words
    from pg_class join pg_attribute on attrelid = pg_class.oid join pg_type on pg_type.oid = atttypid
    where pg_class.relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'migrations'
      and attnum > 0 and not attisdropped
    order by pg_class.relname, attnum`.execute(db)
  const tables = new Map<string, Column[]>()
  for (const row of rows) tables.set(row.table, [...(tables.get(row.table) ?? []), row])
  const interfaces = [...tables].map(
    ([table, columns]) => `interface ${typeName(table)} {\n${columns.map(columnText).join('\n')}\n}`
  )
  const members = [...tables.keys()].map((table) => `  ${table}: ${typeName(table)}`)
  return `// Generated from the catalog of a migrated database: after a change of migrations/, run schema.test.ts with -u.
import type { Generated } from 'kysely'

${interfaces.join('\n\n')}

/** Kysely's knowledge of the schema, which migrations/ has made. */
export interface Tables {
${members.join('\n')}
}
`
}
