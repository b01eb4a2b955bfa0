import type { IsoDate } from '@customer-center/contract/dates'
import type { Insertable } from 'kysely'
import type { Tables } from '../platform/database/tables.ts'
import { earlier, later } from './calendar.ts'
import { type DemoEvent, hoursOf } from './events.ts'
import { company, type DemoContact, type DemoCustomer, demoCustomers, fullName } from './people.ts'
import { randomNumbers } from './random.ts'

/** What one customer ordered for one event. */
export interface Booking {
  readonly orderNo: number
  readonly customer: DemoCustomer
  readonly event: DemoEvent
  readonly orderedBy: DemoContact
  readonly orderedAt: IsoDate
  readonly participants: readonly DemoContact[]
}

// The first four have the demo accounts: they take part in some events and never in all, so that each account shows the difference.
const accountHolders = 4

function participantsOf(customer: DemoCustomer, eventIndex: number, random: () => number): DemoContact[] {
  const { contacts } = customer
  const small = contacts.length < 10
  if (small && eventIndex % 6 !== 2) return []
  if (!small && (eventIndex + customer.id) % 7 === 6) return []
  const holder = contacts[(eventIndex + (eventIndex >> 2)) % accountHolders]
  const others = contacts
    .slice(accountHolders + 1)
    .filter((contact) => contact.active && random() < (small ? 0.5 : 0.16))
  return [...(holder ? [holder] : []), ...others]
}

/** Who was booked on what; every third order holds two events. */
export function demoBookings(events: readonly DemoEvent[], today: IsoDate): Booking[] {
  const random = randomNumbers(20_417)
  let orderNo = 700_100
  return demoCustomers.flatMap((customer) => {
    let inOrder = 0
    let orderedAt = today
    return events.flatMap((event, index) => {
      const participants = participantsOf(customer, index, random)
      if (participants.length === 0) return []
      inOrder = inOrder === 1 && orderNo % 3 === 0 ? 2 : 1
      if (inOrder === 1) {
        orderNo += 1
        // Events far ahead were ordered lately, and every order before its event.
        orderedAt = earlier(
          later(event.from, -30 - Math.floor(random() * 40)),
          later(today, -1 - Math.floor(random() * 25))
        )
      }
      return [{ orderNo, customer, event, orderedBy: customer.contacts[orderNo % 2]!, orderedAt, participants }]
    })
  })
}

export function orderRows(bookings: readonly Booking[]): Insertable<Tables['orders']>[] {
  const first = new Map(bookings.toReversed().map((booking) => [booking.orderNo, booking]))
  return [...first.values()].map(({ orderNo, customer, orderedBy, orderedAt }) => ({
    company,
    no: orderNo,
    id: customer.id,
    // Midday is the same day in Vienna all year round.
    registered_at: new Date(`${orderedAt}T11:00:00Z`),
    ordered_from: fullName(orderedBy),
    ordered_by_pvaid: orderedBy.pvaid
  }))
}

export function participationRows(
  bookings: readonly Booking[],
  today: IsoDate
): Insertable<Tables['participations']>[] {
  let participantId = 300_000
  return bookings.flatMap(({ orderNo, event, participants }) =>
    participants.map(({ id, pvaid }) => ({
      company,
      participant_id: ++participantId,
      id,
      pvaid,
      event_id: event.eventId,
      no: event.no,
      order_no: orderNo,
      attended: event.to < today,
      hours: event.to < today ? hoursOf(event) : 0,
      price: event.price
    }))
  )
}
