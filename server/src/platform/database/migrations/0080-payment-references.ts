import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table invoices add column payment_reference text`.execute(db)
  await sql`comment on column invoices.payment_reference is 'What the payment has to name; null: the invoice number.'`.execute(
    db
  )
}
