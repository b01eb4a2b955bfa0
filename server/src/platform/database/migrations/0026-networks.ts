import { type Kysely, sql } from 'kysely'

/** Addresses as networks, so that those of one wider network can be counted together. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['login_attempts', 'passkey_challenges'])
    await sql`
      alter table ${sql.table(table)}
      alter column address type cidr using case address when 'unknown' then '::/64' else address::cidr end`.execute(db)
}
