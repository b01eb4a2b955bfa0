import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Each failed login asks whether there are any. The text is that of `ownHashPrefix`.
  await sql`
    create index shop_users_imported_hash on shop_users (company)
    where password_hash not like '$argon2id$v=19$m=19456,t=2,p=1$%'`.execute(db)
}
