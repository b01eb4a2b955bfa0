import { timeZone } from '@customer-center/contract/dates'
import type { Order, OrderedEvent } from '@customer-center/contract/order'
import { fullName, nameOrder } from '../../platform/database/full-name.ts'
import { defineList, nestedList, type RawJson } from '../../platform/database/list.ts'
import type { Db } from '../../platform/database/query.ts'
import type { Caller } from '../../platform/http/caller.ts'

const participants = nestedList<OrderedEvent['participants'][number]>(
  {
    fields: {
      caption: fullName('n'),
      state: `nullif(p.state, 'booked')`,
      participantId: 'p.participant_id',
      contactCompany: 'c.provider_id',
      contactId: 'c.person_id'
    },
    from: `participations p
    join contacts c on c.provider_id = p.provider_id and c.contact_id = p.contact_id
    join persons n on n.provider_id = c.provider_id and n.person_id = c.person_id`,
    where: `p.provider_id = :providerId and p.customer_id = :customerId and p.order_no = o.no and p.event_id = e.event_id and p.no = e.no`,
    orderBy: `${nameOrder('n')}, p.participant_id`
  },
  { withNulls: false }
)

const events = nestedList<OrderedEvent>({
  fields: {
    caption: 'e.caption',
    eventId: 'e.event_id',
    no: 'e.no',
    from: 'e.from_date',
    to: 'e.to_date',
    location: 'e.location',
    state: `nullif(e.state, 'confirmed')`,
    participants
  },
  from: `(
      select distinct p.event_id, p.no from participations p
      where p.provider_id = :providerId and p.customer_id = :customerId and p.order_no = o.no
    ) ordered
    join events e on e.provider_id = :providerId and e.event_id = ordered.event_id and e.no = ordered.no`,
  orderBy: 'e.from_date nulls last, e.event_id, e.no'
})

// The time is in the provider's time zone, so that its first ten characters are the day of the order there. TZH of
// to_char is not used, because it gives the time zone of the connection. The offset is never negative east of
// Greenwich.
const local = `o.registered_at at time zone '${timeZone}'`
const offset = `to_char(${local} - o.registered_at at time zone 'UTC', 'HH24:MI')`

export const orders = defineList<Order, Pick<Caller, 'providerId' | 'customerId'>>({
  fields: {
    no: 'o.no',
    date: `to_char(${local}, 'YYYY-MM-DD"T"HH24:MI:SS+') || ${offset}`,
    orderedFrom: 'o.ordered_from',
    events
  },
  from: 'orders o',
  where: 'o.provider_id = :providerId and o.customer_id = :customerId',
  orderBy: 'o.registered_at desc, o.no desc'
})

/**
 * Lists the orders of the caller's customer, newest first; the events of an order by time, and participants by name,
 * with their state unless it is booked.
 */
export function listOrders(db: Db, { providerId, customerId }: Caller): Promise<RawJson> {
  return orders.json(db, { providerId, customerId })
}

/** Lists the same orders for an exported file. */
export function orderRows(db: Db, { providerId, customerId }: Caller): Promise<Order[]> {
  return orders.rows(db, { providerId, customerId })
}
