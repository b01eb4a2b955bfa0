import type { Database } from '../../server/src/platform/database/connection.ts'
import type { TestCompany } from '../../server/src/testing/company.ts'

/** Tables that an own visit changes. */
const visits = ['sessions', 'session_families', 'login_attempts']

/** Reads the rows of every table that belong to a customer, as text in a fixed order. */
export async function storedRows({ pool }: Database, { company, id }: TestCompany): Promise<string[]> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name in ('company', 'id') and data_type in ('integer', 'bigint')
       and table_name <> all($1)
     group by table_name having count(*) = 2 order by 1`,
    [visits]
  )
  const texts: string[] = []
  for (const { name } of tables) {
    const { rows } = await pool.query<{ row: string }>(
      `select $3 || t::text as row from ${name} t where company = $1 and id between $2 and $2 + 99 order by 1`,
      [company, id, name]
    )
    texts.push(...rows.map(({ row }) => row))
  }
  return texts
}
