import { type Kysely, sql } from 'kysely'

const statements = [
  // A row's number says nothing about when it can be seen: whoever took a lower one may commit later. With the transaction's number
  // a reader knows which rows are complete: those of transactions before the oldest one that still runs.
  sql`alter table audit_entries add column txid xid8 not null default pg_current_xact_id()`,
  // Apart by who wrote, because an import writes millions of rows between two of persons.
  sql`
    create index audit_entries_changes on audit_entries (company, (actor_pvaid is null), txid, id)
    where resource not in ('session', 'password-mail')`,
  // For the clean-up; a hundredth of the size of a tree, as rows lie in the order of their time.
  sql`create index audit_entries_at on audit_entries using brin (at)`
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
