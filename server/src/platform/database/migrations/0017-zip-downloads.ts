import { type Kysely, sql } from 'kysely'

const statements = [
  sql`
    create table zip_downloads (
      token_hash bytea primary key,
      company int not null,
      pvaid int not null,
      family uuid not null,
      name text not null,
      document_keys text[] not null,
      expires_at timestamptz not null,
      foreign key (company, pvaid) references shop_users (company, pvaid)
    )`,
  sql`create index zip_downloads_person on zip_downloads (company, pvaid)`
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
