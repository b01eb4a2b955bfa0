import { type IsoDate, readDate } from './dates.ts'
import type { Id } from './field-codes.ts'

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

const lastDay = ({ from, to }: EventRow): string => readDate(to) ?? readDate(from) ?? ''
const firstDay = ({ from }: EventRow): string => readDate(from) ?? ''

/** Sorts as `listOverviewEvents` does: events that are not over, the next one on top, then the others, the latest first. */
export function sortEvents<Row extends EventRow>(rows: readonly Row[], day: IsoDate): Row[] {
  const isComing = (row: Row) => lastDay(row) >= day
  return rows.toSorted(
    (one, other) =>
      Number(isComing(other)) - Number(isComing(one)) ||
      (isComing(one) ? 1 : -1) * firstDay(one).localeCompare(firstDay(other))
  )
}

/** States of a booking that does not take part. Any other, as one from another backend, is booked. */
const absences: readonly string[] = ['waiting', 'cancelled', 'rebooked']

/** Joins the lists to rows of events by event id and number, as our server does for `listOverviewEvents`. */
export function joinEvents(lists: EventLists, day: IsoDate): JoinedEvent[] {
  const { orders, documents, webinars, invoices, participations } = lists
  const ordered = (orders ?? []).flatMap(({ events }) => events)
  const events = new Map<string, EventRow>()
  for (const event of [...ordered, ...(documents ?? []), ...(participations ?? [])]) {
    const key = eventKeyOf(event)
    if (key !== null && !events.has(key)) events.set(key, event)
  }
  const all = [...events.values()]
  const documentsOf = countsBy(documents, ({ scripts }) => scripts.length)
  const confirmationsOf = countsBy(participations, () => 1)
  const bookings = new Map<string, Booking[]>()
  for (const event of ordered) {
    const key = eventKeyOf(event) ?? ''
    bookings.set(key, [...(bookings.get(key) ?? []), ...event.participants])
  }
  // Who takes part is unknown of an event without bookings: it has documents alone, or its orders name nobody.
  const countOf = (key: string, isCounted: (state: string) => boolean): number | null => {
    const found = bookings.get(key) ?? []
    if (found.length === 0) return null
    const counted = found.filter(({ state }) => isCounted(state ?? 'booked'))
    return new Set(counted.map((one) => String(one.contactId ?? one.participantId ?? '') || one)).size
  }
  const participationsOf = new Map<string | null, Set<string>>()
  for (const one of participations ?? []) {
    const ids = participationsOf.get(eventKeyOf(one)) ?? new Set()
    if (one.participantId) participationsOf.set(eventKeyOf(one), ids.add(String(one.participantId)))
  }
  // A participation shows who takes part without an order, if each booking can be told from it.
  const countWithoutOrder = (key: string): number => {
    const booked = (bookings.get(key) ?? []).map(({ participantId }) => String(participantId ?? ''))
    const ids = [...(participationsOf.get(key) ?? [])]
    return booked.every(Boolean) ? ids.filter((id) => !booked.includes(id)).length : 0
  }
  const rows = [...events].map(([key, { caption, from, to, location = null, state = null, ...event }]): JoinedEvent => {
    const persons = countOf(key, (one) => !absences.includes(one))
    const links = webinars?.filter((link) => isLinkOpen(link, day) && isLinkOfEvent(link, events.get(key)!, all))
    return {
      caption,
      from,
      to,
      location,
      state,
      eventId: String(event.eventId),
      no: String(event.no),
      persons: persons === null ? null : persons + countWithoutOrder(key),
      waiting: countOf(key, (one) => one === 'waiting'),
      webinars: links?.length ?? null,
      documents: documentsOf(key),
      confirmations: confirmationsOf(key),
      invoices: invoices && invoices.filter((one) => isOfEvent(one, key)).length
    }
  })
  return sortEvents(rows, day)
}

/** Returns a function that adds up the counts of an event's rows; null for a list that the person may not open. */
function countsBy<Row extends OfEvent>(rows: readonly Row[] | null, countOf: (row: Row) => number) {
  const counts = new Map<string | null, number>()
  for (const row of rows ?? []) counts.set(eventKeyOf(row), (counts.get(eventKeyOf(row)) ?? 0) + countOf(row))
  return (key: string): number | null => rows && (counts.get(key) ?? 0)
}
