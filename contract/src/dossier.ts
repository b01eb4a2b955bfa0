import { type IsoDate, readDate } from './dates.ts'
import { lastDayOf } from './event-days.ts'
import type { Id } from './field-codes.ts'
import { takesPart } from './order.ts'

/** Keys of a row that belongs to an event; a backend may lack them. */
interface OfEvent {
  readonly eventId?: Id | null | undefined
  readonly no?: Id | null | undefined
}

interface EventRow extends OfEvent {
  readonly caption: string | null
  readonly from: string | null
  readonly to: string | null
  readonly location?: string | null | undefined
  readonly state?: string | null | undefined
}

interface OfEvents {
  readonly events?: readonly OfEvent[] | null | undefined
}

interface WebinarRow extends OfEvents {
  readonly eventId?: Id | null | undefined
  /** First day of the event. */
  readonly start?: string | null | undefined
  readonly videolink: string | null
  readonly expiryDate: string | null
}

interface Booking {
  readonly state?: string | null | undefined
  readonly participantId?: Id | null | undefined
  readonly contactId?: Id | null | undefined
}

/** The lists of a person that have rows of events; null for a list that the person may not open. */
export interface EventLists {
  readonly orders:
    | readonly { readonly events: readonly (EventRow & { readonly participants: readonly Booking[] })[] }[]
    | null
  readonly documents: readonly (EventRow & { readonly scripts: readonly unknown[] })[] | null
  readonly webinars: readonly WebinarRow[] | null
  readonly invoices: readonly OfEvents[] | null
  /** Participations that can be confirmed. */
  readonly participations: readonly (EventRow & Pick<Booking, 'participantId'>)[] | null
}

/** A row of `listOverviewEvents`, with ids as texts. */
export interface JoinedEvent extends EventRow {
  readonly eventId: string
  readonly no: string
  readonly location: string | null
  readonly state: string | null
  readonly persons: number | null
  readonly waiting: number | null
  readonly webinars: number | null
  readonly documents: number | null
  readonly confirmations: number | null
  readonly invoices: number | null
}

/** Returns the key of an event on its dates; null for a row without both numbers, which belongs to no event. */
export const eventKeyOf = ({ eventId = null, no = null }: OfEvent): string | null =>
  eventId === null || no === null ? null : `${eventId}-${no}`

/** Tells whether a row names the event among its events. */
export const isOfEvent = ({ events }: OfEvents, key: string): boolean =>
  events?.some((event) => eventKeyOf(event) === key) ?? false

/**
 * Tells whether a link belongs to the event. A link without `events` belongs to the one event that has its id and begins
 * on its day; if two do, it belongs to none.
 * @param all the events of the person
 */
export function isLinkOfEvent(link: WebinarRow, event: EventRow, all: readonly EventRow[]): boolean {
  const key = eventKeyOf(event)
  if (link.events?.length) return key !== null && isOfEvent(link, key)
  const day = readDate(link.start)
  if (day === null || (link.eventId ?? null) === null) return false
  const isSame = (one: EventRow) => String(one.eventId) === String(link.eventId) && readDate(one.from) === day
  return isSame(event) && all.filter(isSame).length === 1
}

/** Tells whether there is a link, and its last day is not over. */
export const isLinkOpen = ({ videolink, expiryDate }: WebinarRow, day: IsoDate): boolean =>
  Boolean(videolink?.trim()) && (readDate(expiryDate) ?? day) >= day

const firstDay = ({ from }: EventRow): string => readDate(from) ?? ''

/** Sorts as `listOverviewEvents` does: events that are not over, the next one on top, then the others, the latest first. */
export function sortEvents<Row extends EventRow>(rows: readonly Row[], day: IsoDate): Row[] {
  const isComing = (row: Row) => lastDayOf(row) >= day
  return rows.toSorted(
    (one, other) =>
      Number(isComing(other)) - Number(isComing(one)) ||
      (isComing(one) ? 1 : -1) * firstDay(one).localeCompare(firstDay(other))
  )
}

/** Joins the lists to rows of events by event id and number, as our server does for `listOverviewEvents`. */
export function joinEvents(lists: EventLists, day: IsoDate): JoinedEvent[] {
  const { orders, documents, webinars, invoices, participations } = lists
  const ordered = (orders ?? []).flatMap(({ events }) => events)
  const events = eventsByKey([...ordered, ...(documents ?? []), ...(participations ?? [])])
  const all = [...events.values()]
  const peopleOf = peopleCounter(ordered, participations ?? [])
  const documentsOf = rowCounter(documents, ({ scripts }) => scripts.length)
  const confirmationsOf = rowCounter(participations, () => 1)
  const rows = Array.from(events, ([key, event]): JoinedEvent => {
    const { caption, from, to, location = null, state = null } = event
    const links = webinars?.filter((link) => isLinkOpen(link, day) && isLinkOfEvent(link, event, all))
    return {
      caption,
      from,
      to,
      location,
      state,
      eventId: String(event.eventId),
      no: String(event.no),
      ...peopleOf(key),
      webinars: links?.length ?? null,
      documents: documentsOf(key),
      confirmations: confirmationsOf(key),
      invoices: invoices && invoices.filter((one) => isOfEvent(one, key)).length
    }
  })
  return sortEvents(rows, day)
}

/** Returns the events by their keys; of several rows of an event the first. */
function eventsByKey(rows: readonly EventRow[]): Map<string, EventRow> {
  const events = new Map<string, EventRow>()
  for (const event of rows) {
    const key = eventKeyOf(event)
    if (key !== null && !events.has(key)) events.set(key, event)
  }
  return events
}

/**
 * Returns a function that counts who takes part in an event and who waits for a place; null for an event without
 * bookings: it has documents alone, or its orders name nobody.
 */
function peopleCounter(
  ordered: readonly (OfEvent & { readonly participants: readonly Booking[] })[],
  participations: readonly (OfEvent & Booking)[]
): (key: string) => Pick<JoinedEvent, 'persons' | 'waiting'> {
  const bookingsOf = itemsByEvent(ordered, ({ participants }) => participants)
  const participationsOf = itemsByEvent(participations, ({ participantId }) => (participantId ? [participantId] : []))
  return (key) => {
    const bookings = bookingsOf.get(key) ?? []
    if (bookings.length === 0) return { persons: null, waiting: null }
    const waiting = countPersons(bookings.filter(({ state }) => state === 'waiting'))
    const booked = bookings.map(({ participantId }) => String(participantId ?? ''))
    // A participation shows who takes part without an order, if each booking can be told from it.
    const ids = new Set(booked.every(Boolean) ? (participationsOf.get(key) ?? []).map(String) : [])
    const withoutOrder = [...ids].filter((id) => !booked.includes(id)).length
    return { persons: countPersons(bookings.filter(takesPart)) + withoutOrder, waiting }
  }
}

/** Counts the persons of bookings, each once. */
const countPersons = (bookings: readonly Booking[]): number =>
  new Set(bookings.map((one) => String(one.contactId ?? one.participantId ?? '') || one)).size

/** Groups the items of rows by the key of their event. */
function itemsByEvent<Row extends OfEvent, Item>(
  rows: readonly Row[],
  itemsOf: (row: Row) => readonly Item[]
): Map<string | null, Item[]> {
  const items = new Map<string | null, Item[]>()
  for (const row of rows) {
    const ofEvent = items.get(eventKeyOf(row)) ?? []
    items.set(eventKeyOf(row), ofEvent)
    ofEvent.push(...itemsOf(row))
  }
  return items
}

/** Returns a function that adds up the counts of an event's rows; null for a list that the person may not open. */
function rowCounter<Row extends OfEvent>(rows: readonly Row[] | null, countOf: (row: Row) => number) {
  const counts = itemsByEvent(rows ?? [], (row) => [countOf(row)])
  return (key: string): number | null => rows && (counts.get(key) ?? []).reduce((sum, count) => sum + count, 0)
}
