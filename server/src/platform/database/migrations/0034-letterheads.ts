import { type Kysely, sql } from 'kysely'

const statements = [
  // What letters, mails and pages say of a provider beside its address. `logo` and `signature` are data URLs, so that they are
  // copied, imported and exported like every other value of the row.
  sql`
    alter table providers
      add column trade_name text not null default '',
      add column claim text not null default '',
      add column country text not null default '',
      add column register_court text not null default '',
      add column signatory text not null default '',
      add column signatory_role text not null default '',
      add column colour text not null default '',
      add column logo text not null default '',
      add column signature text not null default ''`
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
