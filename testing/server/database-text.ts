import type { Database } from '../../server/src/platform/database/connection.ts'

/** Returns every row of every table, the queue's too, as text: the loot of a thief of the database. */
export async function databaseText({ pool }: Database): Promise<string> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`
  )
  const texts: string[] = []
  for (const { name } of tables) {
    const { rows } = await pool.query<{ text: string | null }>(`select string_agg(t::text, ' ') as text from ${name} t`)
    texts.push(rows[0]?.text ?? '')
  }
  return texts.join(' ')
}
