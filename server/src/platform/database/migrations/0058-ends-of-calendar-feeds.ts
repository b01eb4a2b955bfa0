import { sql } from 'kysely'
import { inOrder } from './in-order.ts'

/** The login that an address was made for. Those that are there go on until it changes. */
export const up = inOrder(
  sql`alter table calendar_feeds add column email_address text, add column password_hash text`,
  sql`
    update calendar_feeds feed set email_address = users.email_address, password_hash = users.password_hash
    from shop_users users where users.company = feed.company and users.pvaid = feed.pvaid`,
  sql`alter table calendar_feeds alter column email_address set not null`
)
