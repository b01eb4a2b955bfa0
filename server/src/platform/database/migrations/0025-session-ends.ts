import { type Kysely, sql } from 'kysely'

const statements = [
  // Since a process of the version before may still write sessions, the default counts as the login.
  sql`alter table sessions add column logged_in_at timestamptz not null default now(), add column refresh_hash bytea`,
  sql`
    update sessions set logged_in_at = login.at
    from (select family, min(created_at) as at from sessions group by family) login
    where login.family = sessions.family`
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
