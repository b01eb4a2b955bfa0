import { marked, numberParameters, type NumberedStatement } from './prepared.ts'
import { type Db, query } from './query.ts'

/** JSON text that PostgreSQL wrote: it goes into the answer as it is, which saves parsing and writing it again. */
export class RawJson {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** The answer of a list without rows. */
export const emptyList = new RawJson('[]')

/** Members and tables of a list, in SQL that is fixed when its module is loaded. */
interface Source<Row> {
  /** SQL of each member, by its name on the wire. The SQL type decides how it looks in JSON. */
  readonly fields: Readonly<Record<keyof Row & string, string>>
  /** The SQL behind FROM. */
  readonly from: string
  /** Conditions that always apply; most limit the list to the caller's company and customer. */
  readonly where?: string
  /** SQL behind ORDER BY. It has to end with a key, so that the order is always the same. */
  readonly orderBy: string
}

/** List with named parameters (`:providerId`) in its SQL, whose values a request gives. */
interface Definition<Row, Parameters> extends Source<Row> {
  /** Conditions that apply only if their parameter has a value. */
  readonly filters?: Readonly<Partial<Record<keyof Parameters, string>>>
}

export interface DefinedList<Row, Parameters> {
  /**
   * The list as JSON text. PostgreSQL writes the text of each row: one text of a whole list grows by doubling, and
   * its memory goes back to the system after each statement (docs/decisions/0129-lists-row-by-row.md).
   * @param names the members to include; all if left out
   */
  readonly json: (db: Db, parameters: Parameters, names?: readonly string[]) => Promise<RawJson>
  /** Returns the same list as objects. */
  readonly rows: (db: Db, parameters: Parameters, names?: readonly string[]) => Promise<Row[]>
  /** Returns the statements without and with each filter, for the test of their plans. */
  readonly statements: () => readonly NumberedStatement[]
}

// Limit of prepared texts: RES_FIELDS allows more sets of members than a connection should keep. The elements use very
// few.
const maxPrepared = 16

function select({ fields, from, where = 'true', orderBy }: Source<unknown>): string {
  const members = Object.entries<string>(fields).map(([name, value]) => `${value} as "${name}"`)
  return `select ${members.join(', ')} from ${from} where ${where} order by ${orderBy}`
}

/**
 * Returns the SQL of a member that contains a list.
 * @param withNulls whether a row includes its empty members
 */
export function nestedList<Row>(source: Source<Row>, { withNulls = true } = {}): string {
  const row = withNulls ? 'list' : 'json_strip_nulls(to_json(list))'
  return `(select coalesce(json_agg(${row}), '[]') from (${select(source)}) list)`
}

/** Defines a list. Each connection prepares its statements once. */
export function defineList<Row, Parameters extends object>(
  definition: Definition<Row, Parameters>
): DefinedList<Row, Parameters> {
  const fields = Object.entries<string>(definition.fields)
  const filters = Object.entries({ ...definition.filters }) as [string, string][]
  const known = new Map<string, NumberedStatement>()

  function build(shown: readonly [string, string][], given: readonly [string, string][]): NumberedStatement {
    const where = [definition.where ?? 'true', ...given.map(([, condition]) => condition)].join(' and ')
    const rows = select({ ...definition, fields: Object.fromEntries(shown), where })
    return numberParameters(`select to_json(list)::text as json from (${rows}) list`)
  }

  function statementFor(values: ReadonlyMap<string, unknown>, names?: readonly string[]): NumberedStatement {
    const shown = fields.filter(([member]) => names?.includes(member) ?? true)
    const given = filters.filter(([parameter]) => values.get(parameter) !== undefined)
    const key = [shown.map(([member]) => member).join(), ...given.map(([parameter]) => parameter)].join(' ')
    const found = known.get(key)
    if (found) return found
    const statement = build(shown, given)
    if (known.size < maxPrepared) known.set(key, { ...statement, sql: marked(statement.sql) })
    return statement
  }

  async function texts(db: Db, given: Parameters, names?: readonly string[]): Promise<string[]> {
    const values = new Map<string, unknown>(Object.entries(given))
    const { sql, parameters } = statementFor(values, names)
    const bound = parameters.map((parameter) => values.get(parameter))
    const rows = await query<{ json: string }>(db, sql, bound)
    return rows.map(({ json }) => json)
  }

  return {
    // Rows are apart as in a nested list, where json_agg writes the same characters.
    json: async (...of) => new RawJson(`[${(await texts(...of)).join(', \n ')}]`),
    rows: async (...of) => (await texts(...of)).map((text): Row => JSON.parse(text)),
    statements: () => [[], ...filters.map((filter) => [filter])].map((given) => build(fields, given))
  }
}
