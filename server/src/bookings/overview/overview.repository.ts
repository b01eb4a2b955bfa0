import { timeZone } from '@customer-center/contract/dates'
import type { Overview } from '@customer-center/contract/overview'
import { mayChangeParticipant } from '@customer-center/contract/rights'
import { mayOpen, type RouteRightsOverride } from '@customer-center/contract/routes'
import type { Kysely } from 'kysely'
import { fullName } from '../../platform/database/full-name.ts'
import { prepared } from '../../platform/database/prepared.ts'
import { query } from '../../platform/database/query.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { attendedAndOver, isBooked } from '../event/event.repository.ts'

const dayOf = (moment: string): string => `(${moment} at time zone '${timeZone}')::date`

// SQL for the overview: $1 is the caller's company, $2 its id, $3 its pvaid; $4: may see the whole customer's events;
// $5: may open the invoices, $6: the scripts. A session lasts half an hour after its last call: a later call is another
// visit.
const overview = prepared(`
  with visit as (
    insert into visits as v (company, pvaid) values ($1, $3)
    on conflict (company, pvaid) do update set
      previous_at = case when v.last_at < now() - interval '30 minutes' then v.last_at else v.previous_at end,
      last_at = now()
    returning previous_at
  ),
  mine as materialized (
    select p.event_id, p.no, p.attended, e.from_date, e.to_date
    from participations p
    join events e on e.company = p.company and e.event_id = p.event_id and e.no = p.no
    where p.company = $1 and p.id = $2 and ${isBooked} and ($4::boolean or p.pvaid = $3)
  )
  select ${fullName('person')} as person,
         case when person.id = owner.id then null else ${fullName('owner')} end as customer,
         (select min(from_date) from mine where from_date > ${dayOf('now()')}) as "nextEvent",
         (select max(coalesce(e.to_date, e.from_date)) from mine p, lateral (select p.from_date, p.to_date) e
          where ${attendedAndOver}) as "lastEvent",
         (select max(i.date) from invoices i where i.company = $1 and i.id = $2 and $5::boolean) as "lastInvoice",
         (select count(*)::int from documents d
          where $6::boolean and d.company = $1 and d.kind <> 'invoice' and d.added_at > visit.previous_at
            and (d.event_id, d.no) in (select event_id, no from mine)
          having visit.previous_at is not null) as "newDocuments",
         ${dayOf('visit.previous_at')} as "lastVisit"
  from visit
  join contacts c on c.company = $1 and c.pvaid = $3
  join persons person on person.company = c.contact_company and person.id = c.contact_id
  join persons owner on owner.company = c.company and owner.id = c.id`)

/**
 * Reads the news for the caller, and notes the visit.
 * @param routeRights the provider's table: nothing is told of what a closed screen would show
 */
export async function visitOverview(
  db: Kysely<Tables>,
  { provider, customer, contact, right }: Caller,
  routeRights: RouteRightsOverride
): Promise<Overview | undefined> {
  const opened = [mayOpen('invoices', right, routeRights), mayOpen('scripts', right, routeRights)]
  const values = [provider, customer, contact, mayChangeParticipant(right), ...opened]
  return (await query<Overview>(db, overview, values))[0]
}
