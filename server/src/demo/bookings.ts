import type { IsoDate } from '@customer-center/contract/dates'
import { type DemoEvent, eventKey, hoursOf, earlier, later } from './events.ts'
import type { Row } from '../platform/importing/import-rows.ts'
import { contactKey, type DemoContact, type DemoCustomer, demoCustomers, fullName } from './people.ts'

/**
 * Makes numbers from 0 to below 1, the same ones for the same seed (mulberry32): two people with demo data of the same
 * day see the same.
 */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** The order of one customer for one event. */
export interface Booking {
  readonly orderNo: number
  readonly customer: DemoCustomer
  readonly event: DemoEvent
  readonly orderedBy: DemoContact
  readonly orderedAt: IsoDate
  readonly participants: readonly DemoContact[]
}

// The first four contacts have the demo accounts: they take part in some events and never in all, so that each account
// shows the difference.
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

/** Makes the bookings of contacts on events; every third order holds two events. */
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

/** Formats cents as rows have them. */
export const amountOf = (cents: number): string => (cents / 100).toFixed(2)

export function orderRows(bookings: readonly Booking[]): Row<'orders'>[] {
  const first = new Map(bookings.toReversed().map((booking) => [booking.orderNo, booking]))
  return [...first.values()].map(({ orderNo, customer, orderedBy, orderedAt }) => ({
    externalId: String(orderNo),
    customer: customer.number,
    no: orderNo,
    // Midday is the same day in Vienna all year round.
    registeredAt: `${orderedAt}T11:00:00Z`,
    orderedFrom: fullName(orderedBy),
    orderedBy: contactKey(orderedBy)
  }))
}

export function participationRows(bookings: readonly Booking[], today: IsoDate): Row<'participations'>[] {
  let participantId = 300_000
  return bookings.flatMap(({ orderNo, event, participants }) =>
    participants.map((contact) => ({
      externalId: String(++participantId),
      contact: contactKey(contact),
      event: eventKey(event),
      order: String(orderNo),
      participantId,
      attended: event.to < today,
      hours: event.to < today ? hoursOf(event) : 0,
      price: amountOf(event.price)
    }))
  )
}
