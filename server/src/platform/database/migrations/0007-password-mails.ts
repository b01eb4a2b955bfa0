import { type Kysely, sql } from 'kysely'

// One row for each shop user who waits for a password. `password_hash` is the one that the shop user had when it was asked for, or
// that the mail brought: another one in shop_users means that somebody has set a password meanwhile.
const statements = [
  sql`
    create table password_mails (
      company int not null,
      pvaid int not null,
      job_id uuid not null,
      password_hash text,
      link_hash bytea unique,
      expires_at timestamptz,
      primary key (company, pvaid),
      foreign key (company, pvaid) references shop_users (company, pvaid)
    )`
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
