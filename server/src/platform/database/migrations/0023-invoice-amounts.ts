import { type Kysely, sql } from 'kysely'

const statements = [
  // All may be missing: a provider's books need not say. The amount includes VAT.
  sql`
    alter table invoices
      add column amount numeric(12, 2),
      add column currency text check (currency ~ '^[A-Z]{3}$'),
      add column due_date date,
      add column is_paid boolean,
      add check ((amount is null) = (currency is null))`
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
