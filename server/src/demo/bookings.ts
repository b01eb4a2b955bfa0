import type { IsoDate } from '@customer-center/contract/dates'
import { fillText } from '../platform/lib/fill-text.ts'
import type { ResourceRow } from '../records/importing/run/import-rows.ts'
import catalogue from './catalogue.json' with { type: 'json' }
import { type DemoEvent, earlierDay, eventKey, hoursOf, addDays } from './events.ts'
import { contactKey, type DemoContact, type DemoCustomer, demoCustomers, fullName } from './people.ts'

/**
 * Returns a generator of numbers from 0 to below 1 (mulberry32). The same seed gives the same numbers, so that demo
 * data of the same day are equal for everybody.
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

export interface Booking {
  readonly orderNo: number
  readonly customer: DemoCustomer
  readonly event: DemoEvent
  readonly orderedBy: DemoContact
  readonly orderedAt: IsoDate
  readonly participants: readonly DemoContact[]
  /** Contacts who do not take part, with the state of their booking. */
  readonly others: readonly OtherBooking[]
}

interface OtherBooking {
  readonly contact: DemoContact
  readonly state: 'waiting' | 'cancelled' | 'rebooked'
  readonly rebookedTo?: DemoEvent
}

// The first four contacts have the demo accounts. They take part in some events but never in all, so that each account
// shows the difference.
const accountHolders = 4

function participantsOf(customer: DemoCustomer, eventIndex: number, random: () => number): DemoContact[] {
  const { contacts } = customer
  const small = contacts.length < 10
  if (small && eventIndex % 6 !== 2) return []
  if (!small && (eventIndex + customer.customerNo) % 7 === 6) return []
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
  const bookings = demoCustomers.flatMap((customer) => {
    let inOrder = 0
    let orderedAt = today
    return events.flatMap((event, index): Booking[] => {
      const participants = participantsOf(customer, index, random)
      if (participants.length === 0) return []
      inOrder = inOrder === 1 && orderNo % 3 === 0 ? 2 : 1
      if (inOrder === 1) {
        orderNo += 1
        // Events in the far future were ordered recently, and every event was ordered before it begins.
        orderedAt = earlierDay(
          addDays(event.from, -30 - Math.floor(random() * 40)),
          addDays(today, -1 - Math.floor(random() * 25))
        )
      }
      const orderedBy = customer.contacts[orderNo % 2]!
      return [{ orderNo, customer, event, orderedBy, orderedAt, participants, others: [] }]
    })
  })
  return numberedByDate(bookings.map((booking, index) => ({ ...booking, others: othersOf(bookings, index, today) })))
}

/** Numbers the orders by date, as if they had been placed one after the other. */
function numberedByDate(bookings: readonly Booking[]): Booking[] {
  const byDate = bookings.toSorted((a, b) => a.orderedAt.localeCompare(b.orderedAt)).map(({ orderNo }) => orderNo)
  const first = Math.min(...byDate)
  const numberOf = new Map([...new Set(byDate)].map((orderNo, index) => [orderNo, first + index]))
  return bookings.map((booking) => ({ ...booking, orderNo: numberOf.get(booking.orderNo)! }))
}

/**
 * Puts a contact on the waiting list of a future event, or lets one cancel or move to a later event; nobody pays for
 * these bookings.
 */
function othersOf(bookings: readonly Booking[], index: number, today: IsoDate): OtherBooking[] {
  const { customer, event, participants } = bookings[index]!
  // Some events keep a single participant.
  if (event.from <= today || participants.length === 1) return []
  const isAbsent = (contact: DemoContact) => contact.active && !participants.includes(contact)
  if (index % 4 === 0) {
    const next = bookings.slice(index + 1).find((one) => one.customer === customer && one.participants.some(isAbsent))
    const contact = next?.participants.find(isAbsent)
    return next && contact ? [{ contact, state: 'rebooked', rebookedTo: next.event }] : []
  }
  const absent = customer.contacts.slice(accountHolders + 1).filter(isAbsent)
  const contact = absent[index % absent.length]
  const state = ([undefined, 'waiting', 'cancelled'] as const)[index % 4]
  return contact && state ? [{ contact, state }] : []
}

/** Formats cents as rows have them. */
export const amountOf = (cents: number): string => (cents / 100).toFixed(2)

export function orderRows(bookings: readonly Booking[]): ResourceRow<'orders'>[] {
  const first = new Map(bookings.toReversed().map((booking) => [booking.orderNo, booking]))
  return [...first.values()].map(({ orderNo, customer, orderedBy, orderedAt }) => ({
    externalId: String(orderNo),
    customer: customer.number,
    no: orderNo,
    // This time is on the same day in Vienna all year round.
    registeredAt: `${orderedAt}T11:00:00Z`,
    orderedFrom: fullName(orderedBy),
    orderedBy: contactKey(orderedBy)
  }))
}

export function participationRows(bookings: readonly Booking[], today: IsoDate): ResourceRow<'participations'>[] {
  let participantId = 300_000
  return bookings.flatMap(({ orderNo, event, participants, others }) => {
    const place = (contact: DemoContact) => ({
      externalId: String(++participantId),
      contact: contactKey(contact),
      event: eventKey(event),
      order: String(orderNo),
      participantId
    })
    const booked = participants.map((contact) => ({
      ...place(contact),
      attended: event.to < today,
      ...(event.to < today && { hours: hoursOf(event) }),
      price: amountOf(event.price)
    }))
    const rest = others.map(({ contact, state, rebookedTo }) => ({
      ...place(contact),
      state,
      ...(rebookedTo && { rebookedTo: eventKey(rebookedTo) })
    }))
    return [...booked, ...rest]
  })
}

const rooms = 'https://webinar.akademie-donauraum.example'

/**
 * Makes each participant's link to each online event, half of them expired by now, and a link to its slides for the
 * whole customer. The recording of an event's first holding never expires, but its slides do; the slides of a live
 * webinar never expire.
 */
export function webinarLinkRows(bookings: readonly Booking[]): ResourceRow<'webinar-links'>[] {
  let linkId = 40_000
  return bookings
    .filter(({ event }) => event.kind !== 'classroom')
    .flatMap(({ customer, event, participants }) => {
      const { eventId, no, topic, kind } = event
      const place = () => ({ externalId: String(++linkId), customer: customer.number, event: eventKey(event), linkId })
      const expiry: IsoDate = addDays(event.to, kind === 'recording' ? 365 : 1)
      const stays = kind === 'recording' && no === 1
      const caption = fillText(kind === 'recording' ? catalogue.webinars.recording : catalogue.webinars.room, {
        title: topic.title
      })
      const links = participants.map((contact) => ({
        ...place(),
        contact: contactKey(contact),
        caption,
        link: `${rooms}/${kind === 'recording' ? 'aufzeichnung' : 'raum'}/${eventId}-${no}?teilnehmer=${contact.contactNo}`,
        expiryDate: stays ? null : expiry
      }))
      const slides = {
        ...place(),
        caption: fillText(catalogue.webinars.pdf, { title: topic.title }),
        link: `${rooms}/unterlagen/${eventId}-${no}.pdf`,
        expiryDate: kind === 'recording' ? expiry : null,
        isPdf: true
      }
      return [...links, slides]
    })
}
