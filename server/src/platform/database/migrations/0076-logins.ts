import { type Kysely, sql } from 'kysely'

const comments: Readonly<Record<string, string>> = {
  pvaid:
    'The contact; null, as its company, where nobody has the name: such a row takes as long to write, and is deleted next.',
  reason: 'Why it was refused; null: it was not.'
}

/** Logins and refused logins, for the provider's office. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // No foreign key: its check would tell by its time who is known.
  await sql`
    create table logins (
      id bigint generated always as identity primary key,
      company int,
      pvaid int,
      at timestamptz not null default now(),
      way text not null check (way in ('password', 'passkey', 'key')),
      reason text
    )`.execute(db)
  await sql`create index logins_person on logins (company, pvaid, id)`.execute(db)
  await sql`create index logins_at on logins (at)`.execute(db)
  for (const [column, comment] of Object.entries(comments))
    await sql`comment on column ${sql.ref(`logins.${column}`)} is ${sql.lit(comment)}`.execute(db)
}
