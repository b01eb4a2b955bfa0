import { sql } from 'kysely'
import { inOrder } from './in-order.ts'

/**
 * For the removal of one order or event: without them the check of the foreign key, and of what still refers to the row,
 * reads all invoices and webinar links of the company (1,344 pages among 100,000 rows).
 */
export const up = inOrder(
  sql`create index invoices_order on invoices (company, order_no) where order_no is not null`,
  sql`create index webinar_links_event on webinar_links (company, event_id, no) where event_id is not null`
)
