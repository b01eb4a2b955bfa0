import { sql } from 'kysely'
import { inOrder } from './in-order.ts'

/**
 * Another user name deletes an address for calendars: compared with the name that it was made for, it opened again when that came back.
 * The column of that name is read by servers of the version before alone, which may run beside this one.
 */
export const up = inOrder(
  sql`alter table calendar_feeds alter column email_address drop not null`,
  sql`
    delete from calendar_feeds feed using shop_users users
    where users.company = feed.company and users.pvaid = feed.pvaid
      and lower(users.email_address) <> lower(feed.email_address)`,
  sql`
    create function end_feed() returns trigger language plpgsql as $$
    begin
      delete from calendar_feeds where company = new.company and pvaid = new.pvaid;
      return null;
    end $$`,
  sql`create trigger end_feed after update of email_address on shop_users
    for each row when (lower(old.email_address) <> lower(new.email_address)) execute function end_feed()`
)
