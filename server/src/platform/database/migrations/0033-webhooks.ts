import { type Kysely, sql } from 'kysely'

const statements = [
  // The secret signs each delivery, so it is kept as it is. Position: the last change that became deliveries.
  sql`
    create table webhooks (
      id serial primary key,
      company int not null references providers,
      url text not null,
      secret text not null,
      txid xid8 not null,
      change_id bigint not null default 0,
      failing boolean not null default false,
      created_at timestamptz not null default now()
    )`,
  // What is still to be delivered. A delivery that a process has taken is taken again if nothing is heard of it.
  sql`
    create table webhook_deliveries (
      webhook_id int not null references webhooks on delete cascade,
      change_id bigint not null references audit_entries on delete cascade,
      attempts int not null default 0,
      due_at timestamptz not null default now(),
      taken_until timestamptz,
      failed_at timestamptz,
      reason text,
      primary key (webhook_id, change_id)
    )`,
  sql`create index webhook_deliveries_due on webhook_deliveries (webhook_id, due_at) where failed_at is null`,
  // Clean-up of the audit looks for what still refers to a row.
  sql`create index webhook_deliveries_change on webhook_deliveries (change_id)`
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
