import { queryOptions } from '@tanstack/react-query'
import { germanDateRange, type IsoDate, toGermanDate, today } from '@customer-center/contract/dates'
import {
  listEventsByParticipant,
  listEventsBySubscriber,
  type ParticipantEvent,
  participantEventFields
} from '@customer-center/contract/event'
import { lastDayOf } from '@customer-center/contract/event-days'
import { rowsOf } from '../client/rows.ts'
import type { RowOf } from '../client/wire-format.ts'
import type { AppContext } from '../context/app-context.ts'
import { customerKeys } from './customer.ts'
import { type Participant, participantQuery } from './participant.ts'

const as = rowsOf({ noun: 'event', fields: participantEventFields })

/** An event with a unique key: a list may contain the same event twice for one participant. */
export interface ListedEvent extends RowOf<typeof as.map> {
  readonly key: string
}

/** Query: all events that the participant attended, in the server's order. */
export function attendedEvents({ call }: AppContext, participant: Participant | undefined) {
  return queryOptions({
    queryKey: ['attended-events', participant?.keys ?? null],
    enabled: participant !== undefined,
    queryFn: async ({ signal }) => {
      const query = participant && participantQuery(participant)
      return withKeys(await call(listEventsBySubscriber, { as, fields: true, query, signal }))
    }
  })
}

export interface CompanyEvent {
  readonly event: ListedEvent
  readonly participants: number
}

/** Query: all past participations of the company's contacts whom the person may choose, in the server's order. */
export function companyParticipations(app: AppContext) {
  return queryOptions({
    queryKey: ['company-participations'],
    queryFn: async ({ signal }): Promise<readonly ListedEvent[]> => {
      const { company, id } = await customerKeys(app)
      const query = { company, id }
      const events = withKeys(await app.call(listEventsBySubscriber, { as, fields: true, query, signal }))
      return events.filter((event) => lastDayOf(event) <= today())
    }
  })
}

/** Returns the events of the participations, in the same order, each once. */
export function groupByEvent(participations: readonly ListedEvent[]): CompanyEvent[] {
  const events = new Map<string, CompanyEvent>()
  for (const event of participations) {
    const key = eventDateKey(event)
    events.set(key, { event, ...events.get(key), participants: (events.get(key)?.participants ?? 0) + 1 })
  }
  return [...events.values()]
}

export const eventDateKey = ({ eventId, no }: Pick<ParticipantEvent, 'eventId' | 'no'>): string => `${eventId}-${no}`

export function eventsInPeriod({ call }: AppContext, participant: Participant | undefined, from: IsoDate, to: IsoDate) {
  return queryOptions({
    queryKey: ['events-in-period', participant?.keys ?? null, from, to],
    queryFn: async ({ signal }) => {
      const period = { from: toGermanDate(from), to: toGermanDate(to) }
      const query = { ...(participant && participantQuery(participant)), ...period }
      return withKeys(await call(listEventsByParticipant, { as, query, signal }))
    }
  })
}

/** Returns the date or the range of dates, then the caption. */
export function eventLabel({ from, to, caption }: Pick<ParticipantEvent, 'from' | 'to' | 'caption'>): string {
  return [germanDateRange(from, to), caption ?? ''].filter((part) => part !== '').join(' ')
}

function withKeys(events: readonly RowOf<typeof as.map>[]): ListedEvent[] {
  return events.map((event, index) => ({
    ...event,
    key: `${event.eventId}-${event.no}-${event.participantId}-${index}`
  }))
}
