import { sql } from 'kysely'
import { inOrder } from './in-order.ts'

export const up = inOrder(
  sql`alter table invoices add column payment_reference text`,
  sql`comment on column invoices.payment_reference is 'What the payment has to name; null: the invoice number.'`
)
