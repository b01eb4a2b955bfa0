import { CompiledQuery, type Kysely } from 'kysely'
import { prepared } from './prepared.ts'
import { RawJson } from './raw-json.ts'
import type { Tables } from './tables.ts'

type Values = ReadonlyMap<string, unknown>

type Fields = Readonly<Record<string, string>>

/**
 * What a list shows and where that is stored. The SQL is fixed when its module is loaded; a request only gives parameters, which
 * the SQL calls `:name`.
 */
interface Definition<Row, V> {
  /** SQL of each member, by its name on the wire. The column's type decides how it looks in JSON. */
  readonly fields: Readonly<Record<keyof Row & string, string>>
  /** What follows FROM. */
  readonly from: string
  /** Conditions that always count; most bind the list to the caller's company and customer. */
  readonly where?: string
  /** Conditions that count only if the parameter of this name has a value. */
  readonly filters?: Readonly<Partial<Record<keyof V, string>>>
  /** What follows ORDER BY. It has to end with a key, so that the order is always the same. */
  readonly orderBy: string
}

export interface List<Row, V> {
  /**
   * The list as JSON text.
   * @param names the members to include; all if left out
   */
  readonly json: (db: Kysely<Tables>, values: V, names?: readonly string[]) => Promise<RawJson>
  /** The same list as objects, for what continues to work with them. */
  readonly rows: (db: Kysely<Tables>, values: V, names?: readonly string[]) => Promise<Row[]>
}

interface Statement {
  readonly sql: string
  /** The parameters in the order of their numbers. */
  readonly parameters: readonly string[]
}

// RES_FIELDS can name more sets of members than a connection should keep statements for. The elements ask for very few.
const maxPrepared = 16

/** Replaces `:name` by `$1` and so on. A cast (`::int`) and a time's format (`HH24:MI`) are no parameters. */
function numberParameters(text: string): Statement {
  const parameters: string[] = []
  const sql = text.replaceAll(/(?<![:\w]):([a-z]\w*)/g, (_, name: string) => {
    if (!parameters.includes(name)) parameters.push(name)
    return `$${parameters.indexOf(name) + 1}`
  })
  return { sql, parameters }
}

/** SQL of an array of objects inside of a list's row. */
export function nestedList({ fields, orderBy }: { readonly fields: Fields; readonly orderBy: string }): string {
  const members = Object.entries(fields).map(([name, value]) => `'${name}', ${value}`)
  return `coalesce(json_agg(json_build_object(${members.join(', ')}) order by ${orderBy}), '[]')`
}

const asJson = (select: string): string => `select coalesce(json_agg(list), '[]')::text as json from (${select}) list`

/** All lists, for the test that looks at PostgreSQL's plans. */
export const lists: { readonly name: string; readonly statements: () => Statement[] }[] = []

/** Defines a list. `name` is for its statements in the tests of their plans. */
export function defineList<Row, V extends object>(name: string, definition: Definition<Row, V>): List<Row, V> {
  const { from, where = 'true', orderBy } = definition
  const fields: Fields = definition.fields
  const filters: Fields = { ...definition.filters }
  const known = new Map<string, Statement>()

  function build(kind: 'json' | 'rows', shown: readonly string[], given: readonly string[]): Statement {
    const members = shown.map((member) => `${fields[member]} as "${member}"`).join(', ')
    const conditions = [where, ...given.map((filter) => filters[filter])].join(' and ')
    const select = `select ${members} from ${from} where ${conditions} order by ${orderBy}`
    return numberParameters(kind === 'json' ? asJson(select) : select)
  }

  function statementFor(kind: 'json' | 'rows', values: Values, names: readonly string[] | undefined): Statement {
    const shown = Object.keys(fields).filter((member) => names?.includes(member) ?? true)
    const given = Object.keys(filters).filter((filter) => values.get(filter) !== undefined)
    const key = [kind, shown.join(), ...given].join(' ')
    const found = known.get(key)
    if (found) return found
    const statement = build(kind, shown, given)
    if (known.size < maxPrepared) known.set(key, { ...statement, sql: prepared(statement.sql) })
    return statement
  }

  async function run<Result>(
    kind: 'json' | 'rows',
    db: Kysely<Tables>,
    given: V,
    names: readonly string[] | undefined
  ): Promise<Result[]> {
    const values: Values = new Map(Object.entries(given))
    const { sql, parameters } = statementFor(kind, values, names)
    const bound = parameters.map((parameter) => values.get(parameter))
    return (await db.executeQuery<Result>(CompiledQuery.raw(sql, bound))).rows
  }

  const everyFilter = [[], ...Object.keys(filters).map((filter) => [filter])]
  lists.push({ name, statements: () => everyFilter.map((given) => build('json', Object.keys(fields), given)) })
  return {
    async json(db, values, names) {
      const [row] = await run<{ json: string }>('json', db, values, names)
      return new RawJson(row?.json ?? '[]')
    },
    rows: (db, values, names) => run<Row>('rows', db, values, names)
  }
}
