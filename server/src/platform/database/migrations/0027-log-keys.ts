import { type Kysely, sql } from 'kysely'

/** The one secret behind the pseudonyms of network addresses in the log, the same for every process. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table log_keys (
      secret text primary key,
      only_one boolean not null default true unique check (only_one)
    )`.execute(db)
  // 122 random bits each; no extension is needed, and both databases have the function.
  await sql`insert into log_keys (secret) values (gen_random_uuid()::text || gen_random_uuid()::text)`.execute(db)
}
