import { type Kysely, sql } from 'kysely'

const functions = [
  'end_feed',
  'keep_attended_name',
  'keep_login',
  'note_customer_changes',
  'note_login',
  'note_refusal_kind',
  'note_removed_numbers',
  'refuse_erased'
]

/**
 * The functions of triggers find their tables whatever the search path of the session: a removal by hand failed under
 * another one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ schema: string }>`select current_schema() as schema`.execute(db)
  for (const name of functions)
    await sql`alter function ${sql.id(name)} set search_path = ${sql.id(rows[0]?.schema ?? 'public')}`.execute(db)
}
