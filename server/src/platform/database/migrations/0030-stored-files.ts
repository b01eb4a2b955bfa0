import { type Kysely, sql } from 'kysely'

/** Files that the provider has sent, each once, whichever documents have it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table stored_files (
      company int not null references providers,
      sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
      storage_key text not null,
      size_bytes int8 not null,
      stored_at timestamptz not null default now(),
      primary key (company, sha256)
    )`.execute(db)
  // The files of a company, and which one it has already.
  await sql`create index documents_sha256 on documents (company, sha256)`.execute(db)
}
