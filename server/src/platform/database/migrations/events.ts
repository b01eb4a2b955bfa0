import { sql } from 'kysely'
import { type DatabaseMigrations, inOrder } from './migration.ts'

const noDates = `('0001-01-01', '1601-01-01', '1753-01-01', '1899-12-30', '1900-01-01', '9999-12-31')`

export const events: DatabaseMigrations = {
  /** User name and password for which an address was made. Existing addresses work until either changes. */
  '0058-ends-of-calendar-feeds': inOrder(
    sql`alter table calendar_feeds add column email_address text, add column password_hash text`,
    sql`
    update calendar_feeds feed set email_address = users.email_address, password_hash = users.password_hash
    from shop_users users where users.company = feed.company and users.pvaid = feed.pvaid`,
    sql`alter table calendar_feeds alter column email_address set not null`
  ),

  /**
   * A change of the user name deletes the address for calendars. The former comparison with the name opened the address
   * again when the old name came back. Only servers of the version before, which may run beside this one, read the
   * column of the name.
   */
  '0070-feeds-of-former-names': inOrder(
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
  ),

  '0074-states-of-bookings': inOrder(
    sql`alter table participations
    add column state text not null default 'booked' check (state in ('booked', 'waiting', 'cancelled', 'rebooked')),
    add column rebooked_event_id int, add column rebooked_no int,
    add constraint participations_rebooked_check check (
      (rebooked_event_id is null) = (rebooked_no is null) and (rebooked_event_id is null or state = 'rebooked')
    ),
    add foreign key (company, rebooked_event_id, rebooked_no) references events (company, event_id, no)`,
    // A person may have several participations in an event: by two orders, or beside a cancelled one.
    sql`alter table participations drop constraint participations_company_pvaid_event_id_no_key`,
    sql`create index participations_contact on participations (company, pvaid, event_id, no)`,
    // Removing an event looks for participations that were rebooked to it.
    sql`create index participations_rebooked on participations (company, rebooked_event_id, rebooked_no)
    where rebooked_event_id is not null`,
    sql`comment on column participations.state is 'Only booked ones count as taking part.'`,
    sql`comment on column participations.rebooked_event_id is 'The event to which it was rebooked, if the provider says so.'`
  ),

  /**
   * Indexes for the removal of one order or event: without them the foreign key check reads all invoices and webinar
   * links of the company (1,344 pages among 100,000 rows).
   */
  '0086-removed-orders-and-events': inOrder(
    sql`create index invoices_order on invoices (company, order_no) where order_no is not null`,
    sql`create index webinar_links_event on webinar_links (company, event_id, no) where event_id is not null`
  ),

  /** The token of an address for calendars, to show it again. `docs/decisions/0114-readable-calendar-addresses.md` */
  '0089-readable-feeds': inOrder(
    sql`alter table calendar_feeds add column token text`,
    sql`comment on column calendar_feeds.token is 'It counts if token_hash is its hash: the previous version writes only the hash.'`
  ),

  /**
   * Unknown times and hours of a day, and no days that stand for 'no date'. The release before shows a day without
   * times at midnight, and makes no letter of several days one of which has no hours.
   * `docs/decisions/0120-days-over-midnight.md`
   */
  '0094-unknown-days-and-times': inOrder(
    sql.raw(`
    update events set
      from_date = case when from_date in ${noDates} then null else from_date end,
      to_date = case when to_date in ${noDates} then null else to_date end
    where from_date in ${noDates} or to_date in ${noDates}`),
    sql.raw(`update invoices set due_date = null where due_date in ${noDates}`),
    sql.raw(`update webinar_links set expiry_date = null where expiry_date in ${noDates}`),
    sql`alter table event_dates alter column starts drop not null, alter column ends drop not null,
      alter column hours drop not null`
  ),

  /**
   * Hours that nobody has said are null: imports stored 0 for them. The version before makes no letter of such a
   * participation. `docs/decisions/0122-unknown-hours.md`
   */
  '0095-unknown-hours': inOrder(
    sql`alter table participations alter column hours drop not null, alter column hours drop default`,
    sql`comment on column participations.hours is 'Null where nobody has said them.'`
  ),

  '0096-zeros-of-hours': inOrder(sql`update participations set hours = null where hours = 0`),

  /**
   * The state of an event, and the SEQUENCE of its entries in calendars (RFC 5545). Triggers raise it, because events
   * change by imports and by SQL of the provider's own. `docs/decisions/0123-cancelled-events.md`
   */
  '0097-cancelled-events': {
    async up(db) {
      await sql`alter table events add column sequence int not null default 0,
    add column state text not null default 'confirmed' check (state in ('confirmed', 'cancelled'))`.execute(db)
      const comment = sql`comment on column events.sequence is 'Of the entries in calendars: each change raises it.'`
      await comment.execute(db)
      const { rows } = await sql<{ schema: string }>`select current_schema() as schema`.execute(db)
      const path = sql.id(rows[0]?.schema ?? 'public')
      await sql`create function raise_sequence() returns trigger language plpgsql set search_path = ${path} as $$
    begin
      if tg_table_name = 'events' then
        new.sequence := old.sequence + 1;
        return new;
      end if;
      update events set sequence = sequence + 1 where (company, event_id, no) in (select company, event_id, no from moved);
      return null;
    end $$`.execute(db)
      await sql`create trigger raise_sequence before update on events for each row
    when ((old.caption, old.location, old.from_date, old.to_date, old.state)
      is distinct from (new.caption, new.location, new.from_date, new.to_date, new.state))
    execute function raise_sequence()`.execute(db)
      // A new day is a new entry; a removed one may come back at another time.
      for (const work of ['update', 'delete'])
        await sql`create trigger ${sql.id(`raise_sequence_${work}`)} after ${sql.raw(work)} on event_dates
      referencing old table as moved for each statement execute function raise_sequence()`.execute(db)
    }
  }
}
