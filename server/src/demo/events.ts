import type { IsoDate } from '@customer-center/contract/dates'
import type { Insertable } from 'kysely'
import type { Tables } from '../platform/database/tables.ts'
import { later, workingDays } from './calendar.ts'
import catalogue from './catalogue.json' with { type: 'json' }
import { company } from './people.ts'
import topics from './topics.json' with { type: 'json' }

type Topic = (typeof topics)[number]

export interface DemoEvent {
  /** Topics keep their number, each holding of one has its own `no`. */
  readonly eventId: number
  readonly no: number
  readonly topic: Topic
  readonly kind: 'classroom' | 'online' | 'recording'
  readonly from: IsoDate
  readonly to: IsoDate
  readonly days: number
  readonly location: string
  /** Net price for one participant in cents. */
  readonly price: number
}

const eventCount = 30
const kinds = ['classroom', 'online', 'classroom', 'recording', 'classroom'] as const
const daysOfKind = { classroom: [1, 2, 3], online: [1], recording: [1] } as const
const hoursOfDay = { classroom: 7.5, online: 3.5, recording: 2 } as const

/** Thirty events from a year before `today` to a year after it. */
export function demoEvents(today: IsoDate): DemoEvent[] {
  return Array.from({ length: eventCount }, (_, index) => {
    const topic = topics[index % topics.length]!
    const offset = Math.round(-362 + (index * 722) / (eventCount - 1))
    const planned = kinds[index % kinds.length]!
    // What has not taken place yet has no recording.
    const kind = planned === 'recording' && offset > 0 ? 'online' : planned
    const choices = daysOfKind[kind]
    const days = choices[index % choices.length]!
    const from = workingDays(later(today, offset), days)
    return {
      eventId: 4001 + (index % topics.length),
      no: 1 + Math.floor(index / topics.length),
      topic,
      kind,
      from,
      to: later(from, days - 1),
      days,
      location: kind === 'classroom' ? catalogue.places[index % catalogue.places.length]! : catalogue.online,
      price: 19_000 + 17_500 * days + 1000 * (index % 7)
    }
  })
}

/** Teaching hours of the whole event. */
export function hoursOf({ kind, days }: DemoEvent): number {
  return hoursOfDay[kind] * days
}

export function eventRows(events: readonly DemoEvent[]): Insertable<Tables['events']>[] {
  return events.map(({ eventId, no, topic, kind, from, to, location }) => ({
    company,
    event_id: eventId,
    no,
    caption: topic.title,
    from_date: from,
    to_date: to,
    location,
    product_type: kind === 'classroom' ? 1 : 2,
    video_on_demand: kind === 'recording',
    model_id: kind === 'classroom' ? seatPlan : null
  }))
}

/** The event model of every classroom. */
export const seatPlan = 'saal-1'

export function eventDateRows(events: readonly DemoEvent[]): Insertable<Tables['event_dates']>[] {
  return events.flatMap(({ eventId, no, kind, from, days }) =>
    Array.from({ length: days }, (_, index) => ({
      company,
      event_id: eventId,
      no,
      day_no: index + 1,
      date: later(from, index),
      starts: kind === 'online' ? '13:30' : '09:00',
      ends: kind === 'classroom' ? '17:30' : kind === 'online' ? '17:00' : '11:00',
      hours: hoursOfDay[kind]
    }))
  )
}
