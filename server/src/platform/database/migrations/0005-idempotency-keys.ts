import { type Kysely, sql } from 'kysely'

const statements = [
  // The answer is text, not jsonb: a repeated request gets the same bytes.
  sql`
    create table idempotency_keys (
      company int not null,
      pvaid int not null,
      key text not null,
      request_hash text not null,
      answer text,
      created_at timestamptz not null default now(),
      primary key (company, pvaid, key),
      foreign key (company, pvaid) references contacts (company, pvaid)
    )`,
  sql`create index idempotency_keys_end on idempotency_keys (created_at)`
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
