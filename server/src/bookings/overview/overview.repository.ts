import { timeZone } from '@customer-center/contract/dates'
import type { NextEvent, Overview, OverviewEvent } from '@customer-center/contract/overview'
import { mayChangeParticipant } from '@customer-center/contract/rights'
import { mayOpen, type RouteName, type RouteRightsOverride } from '@customer-center/contract/routes'
import { AsyncStatus } from '@customer-center/contract/server-function'
import { fullName } from '../../platform/database/full-name.ts'
import { preparedByName } from '../../platform/database/prepared.ts'
import type { Db } from '../../platform/database/query.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { type EventDay, spanOf } from '../event/event-day.ts'
import { attendedAndOver, isBooked, isBookedOncePerPerson, isEventConfirmed } from '../event/event.repository.ts'
import { isLinkOf, isWebAddress } from '../webinar/webinar.repository.ts'

/** Parameters of the statements; `opens…` says which screens the caller may open. */
interface OverviewParameters extends Pick<Caller, 'providerId' | 'customerId' | 'contactId'> {
  /** Whether the caller may see the whole customer's events. */
  readonly seesAll: boolean
  readonly opensInvoices: boolean
  readonly opensScripts: boolean
  readonly opensWebinars: boolean
  readonly opensOrders: boolean
  readonly opensConfirmations: boolean
  readonly opensContacts: boolean
}

const dayOf = (moment: string): string => `(${moment} at time zone '${timeZone}')::date`
const today = dayOf('now()')

/** SQL expression for the rows of a statement as a list. Its limit keeps the answer small for every customer. */
const listOf = (rows: string): string => `(select coalesce(json_agg(entry), '[]') from (${rows}) entry)`

// An event of several days counts as next until its last day. A link that names a colleague belongs only to that
// colleague.
const nextEvents = listOf(`
  select e.event_id as "eventId", e.caption, e.from_date as "from", e.to_date as "to", e.location, next.persons,
         (select to_json(day) from event_dates day
          where day.provider_id = :providerId and day.event_id = e.event_id and day.no = e.no and day.date = e.from_date
          order by day.day_no limit 1) as day,
         nullif(e.state, 'confirmed') as state,
         (select w.link from webinar_links w
          where :opensWebinars::boolean and ${isEventConfirmed} and w.provider_id = :providerId and w.customer_id = :customerId and w.event_id = e.event_id and w.no = e.no
            and not w.is_pdf and ${isWebAddress} and (w.contact_id is null or w.contact_id = :contactId)
            and (w.expiry_date is null or w.expiry_date >= ${today})
          order by w.contact_id nulls last, w.link_id limit 1) as "webinarLink"
  from (
    select event_id, no, count(distinct contact_id)::int as persons from mine
    where coalesce(to_date, from_date) >= ${today}
    group by event_id, no, from_date order by from_date, event_id, no limit 3
  ) next
  join events e on e.provider_id = :providerId and e.event_id = next.event_id and e.no = next.no
  order by e.from_date, e.event_id, e.no`)

/** SQL list of the sums of the open invoices for each currency. */
const sumsOf = (condition: string): string =>
  listOf(
    `select currency, sum(amount)::text as amount from open where ${condition} group by currency order by currency`
  )

const openInvoices = `(
  with open as (
    select * from invoices i where i.provider_id = :providerId and i.customer_id = :customerId and i.is_paid = false
  )
  select json_build_object(
    'count', (select count(*)::int from open),
    'sums', ${sumsOf('amount is not null')},
    'due', ${sumsOf(`amount > 0 and due_date < ${today}`)},
    'first', (
      select to_json(first) from (
        select no, amount::text as amount, currency, due_date as "dueDate" from open
        order by coalesce(amount, 0) < 0, due_date, date, control_no limit 1
      ) first
    )
  )
)`

const newDocuments = listOf(`
  select d.event_id as "eventId", min(e.caption) as caption, count(*)::int as count
  from documents d
  join events e on e.provider_id = d.provider_id and e.event_id = d.event_id and e.no = d.no
  where d.provider_id = :providerId and d.kind <> 'invoice' and d.added_at > visit.previous_at
    and (d.event_id, d.no) in (select event_id, no from mine)
  group by d.event_id order by max(d.added_at) desc, d.event_id limit 100`)

// Events that lists of the caller have: booked ones of the people for whom the caller may act, and for a caller who may
// open the orders (:opensOrders) all that were ordered, whatever became of the booking.
const seen = `
  bookings as materialized (
    select p.event_id, p.no, p.contact_id, p.order_no, p.state, p.attended, e.from_date, e.to_date, e.state as event_state
    from participations p
    join events e on e.provider_id = p.provider_id and e.event_id = p.event_id and e.no = p.no
    where p.provider_id = :providerId and p.customer_id = :customerId and (:seesAll::boolean or :opensOrders::boolean or p.contact_id = :contactId)
  ),
  seen as materialized (
    select p.event_id, p.no, p.from_date, (coalesce(p.to_date, p.from_date) >= ${today}) is true as is_coming,
           count(distinct p.contact_id) filter (where ${isBooked})::int as persons,
           count(distinct p.contact_id) filter (where p.state = 'waiting')::int as waiting,
           bool_or(${isBooked} and (:seesAll::boolean or p.contact_id = :contactId)) as is_open,
           bool_or(${isBooked} and p.contact_id = :contactId) as is_own
    from bookings p
    where ${isBooked} and (:seesAll::boolean or p.contact_id = :contactId) or :opensOrders::boolean and p.order_no is not null
    group by p.event_id, p.no, p.from_date, p.to_date
  )`

const ofEvent = (alias: string): string =>
  `${alias}.provider_id = :providerId and ${alias}.event_id = e.event_id and ${alias}.no = e.no`

/** Returns SQL for a count that is null if the caller may not open the list. */
const countIf = (mayOpenList: string, rows: string): string =>
  `case when ${mayOpenList}::boolean then (select count(*)::int from ${rows}) end`

// Each count has the conditions of its list.
const overviewEvents = (limit: string): string => `
  select e.event_id as "eventId", e.no, e.caption, e.from_date as "from", e.to_date as "to", e.location,
         nullif(e.state, 'confirmed') as state, seen.persons, seen.waiting,
         ${countIf(
           ':opensWebinars',
           `webinar_links w where ${ofEvent('w')} and w.customer_id = :customerId and ${isEventConfirmed} and ${isWebAddress}
            and (w.expiry_date is null or w.expiry_date >= ${today}) and (:seesAll::boolean or ${isLinkOf(':contactId', 'seen.is_own')})`
         )} as webinars,
         ${countIf(':opensScripts', `documents d where ${ofEvent('d')} and d.kind <> 'invoice' and seen.is_open`)} as documents,
         ${countIf(
           ':opensConfirmations',
           `participations p where ${ofEvent('p')} and p.customer_id = :customerId and (:seesAll::boolean or p.contact_id = :contactId)
            and ${isBookedOncePerPerson} and ${attendedAndOver} and ${isEventConfirmed}`
         )} as confirmations,
         ${countIf(
           ':opensInvoices',
           `invoices i where i.provider_id = :providerId and i.customer_id = :customerId and i.order_no in (
              select p.order_no from participations p where ${ofEvent('p')} and p.customer_id = :customerId)`
         )} as invoices
  from seen join events e on e.provider_id = :providerId and e.event_id = seen.event_id and e.no = seen.no
  order by not seen.is_coming, case when seen.is_coming then seen.from_date end,
           seen.from_date desc nulls last, e.event_id, e.no ${limit}`

// The overview leaves out copies of the person's data: a copy belongs to one login, and the form that requests it shows
// it.
const readyJobs = `(
  select count(*)::int from server_functions f
  where f.provider_id = :providerId and f.customer_id = :customerId and f.contact_id = :contactId and f.status = ${AsyncStatus.done} and f.caption is not null and f.family is null
    and f.finished_at > greatest(visit.previous_at, now() - interval '24 hours')
)`

// A call counts as another visit if it comes more than half an hour, the length of a session, after the last one.
const readOverview = preparedByName<Overview & { nextEvents: NextEventRow[] }, OverviewParameters>(`
  with visit as (
    insert into visits as v (provider_id, contact_id) values (:providerId, :contactId)
    on conflict (provider_id, contact_id) do update set
      previous_at = case when v.last_at < now() - interval '30 minutes' then v.last_at else v.previous_at end,
      last_at = now()
    returning previous_at
  ),
  ${seen},
  mine as materialized (
    select p.event_id, p.no, p.contact_id, p.attended, p.from_date, p.to_date, p.event_state as state
    from bookings p where ${isBooked} and (:seesAll::boolean or p.contact_id = :contactId)
  )
  select ${fullName('person')} as person,
         case when person.person_id = owner.person_id then null else ${fullName('owner')} end as customer,
         (select min(e.from_date) from mine e where e.from_date > ${today} and ${isEventConfirmed}) as "nextEvent",
         (select max(coalesce(e.to_date, e.from_date)) from mine p, lateral (select p.from_date, p.to_date, p.state) e
          where ${attendedAndOver} and ${isEventConfirmed}) as "lastEvent",
         (select max(i.date) from invoices i where i.provider_id = :providerId and i.customer_id = :customerId and :opensInvoices::boolean) as "lastInvoice",
         ${dayOf('visit.previous_at')} as "lastVisit",
         case when :opensContacts::boolean then (
           select count(*)::int from contacts one where one.provider_id = :providerId and one.customer_id = :customerId and one.active and one.erased_at is null
         ) end as contacts,
         ${readyJobs} as "readyJobs",
         ${nextEvents} as "nextEvents",
         case when :opensInvoices::boolean then ${openInvoices} end as "openInvoices",
         case when :opensScripts::boolean and visit.previous_at is not null then ${newDocuments} end as "newDocuments",
         (select count(*)::int from seen) as "eventCount",
         ${listOf(overviewEvents('limit 6'))} as events
  from visit
  join contacts c on c.provider_id = :providerId and c.contact_id = :contactId
  join persons person on person.provider_id = c.provider_id and person.person_id = c.person_id
  join persons owner on owner.provider_id = c.provider_id and owner.person_id = c.customer_id`)

const readEvents = preparedByName<OverviewEvent, OverviewParameters>(`with ${seen} ${overviewEvents('')}`)

function parametersOf(
  { providerId, customerId, contactId, right }: Caller,
  routeRights: RouteRightsOverride
): OverviewParameters {
  const opens = (route: RouteName) => mayOpen(route, right, routeRights)
  return {
    providerId,
    customerId,
    contactId,
    seesAll: mayChangeParticipant(right),
    opensInvoices: opens('invoices'),
    opensScripts: opens('scripts'),
    opensWebinars: opens('webinars'),
    opensOrders: opens('orders'),
    opensConfirmations: opens('confirmations/participation'),
    opensContacts: opens('mydata/contacts')
  }
}

/** Lists the caller's events, with counts of their rows in the caller's lists. */
export function listEventsOfOverview(
  db: Db,
  caller: Caller,
  routeRights: RouteRightsOverride
): Promise<OverviewEvent[]> {
  return readEvents(db, parametersOf(caller, routeRights))
}

type NextEventRow = NextEvent & { readonly day: EventDay | null }

const nextEventOf = ({ day, ...event }: NextEventRow): NextEvent =>
  day && spanOf(day) ? { ...event, starts: day.starts?.slice(0, 5) ?? null } : event

/**
 * Reads the news for the caller, and records the visit.
 * @param routeRights the provider's table of rights: the overview reveals no content of screens that the caller may not
 * open
 */
export async function visitOverview(
  db: Db,
  caller: Caller,
  routeRights: RouteRightsOverride
): Promise<Overview | undefined> {
  const [news] = await readOverview(db, parametersOf(caller, routeRights))
  return news && { ...news, nextEvents: news.nextEvents.map(nextEventOf) }
}
