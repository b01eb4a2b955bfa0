import { type Kysely, sql } from 'kysely'

/** Each failed login asks for one hash of each kind: in the order of their letters those of a kind stand beside each other. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index shop_users_imported_hashes on shop_users (password_hash collate "C")
    where password_hash not like '$argon2id$v=19$m=19456,t=2,p=1$%'`.execute(db)
  await sql`drop index shop_users_imported_hash`.execute(db)
}
