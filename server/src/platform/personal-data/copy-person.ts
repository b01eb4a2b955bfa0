import type { Db } from '../database/query.ts'
import { type PersonKey, queryPerson } from './person.ts'
import type { CopiedColumn, PersonalData } from './personal-data.ts'

type CopiedRow = Readonly<Record<string, unknown>>

/** The rows of one table about a person. */
export interface CopiedTable {
  readonly name: string
  readonly columns: Readonly<Record<string, CopiedColumn>>
  readonly rows: readonly CopiedRow[]
}

/** Copies the data of all tables about a person, in the order of the descriptions. */
export async function copyPerson(
  db: Db,
  person: PersonKey,
  all: readonly PersonalData[]
): Promise<readonly CopiedTable[]> {
  const tables: CopiedTable[] = []
  for (const { name, table, rows: isAbout, copy } of all) {
    if (typeof copy === 'string') continue
    const { from = table, columns, join = '', groupBy, orderBy } = copy
    const members = Object.entries(columns).map(([member, { sql }]) => `${sql} as "${member}"`)
    const [row] = await queryPerson<{ found: CopiedRow[] }>(
      db,
      person,
      `select coalesce(json_agg(to_json(found)), '[]') as found from (
         select ${members.join(', ')} from person join ${from} t on ${isAbout} ${join}
         ${groupBy ? `group by ${groupBy}` : ''} ${orderBy ? `order by ${orderBy}` : ''}
       ) found`
    )
    tables.push({ name, columns, rows: row?.found ?? [] })
  }
  return tables
}
