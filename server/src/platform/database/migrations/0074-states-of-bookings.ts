import { sql } from 'kysely'
import { inOrder } from './in-order.ts'

export const up = inOrder(
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
)
