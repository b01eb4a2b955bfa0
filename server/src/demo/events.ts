import type { IsoDate } from '@customer-center/contract/dates'
import type { ResourceRow } from '../records/importing/run/import-rows.ts'
import catalogue from './catalogue.json' with { type: 'json' }
import topics from './topics.json' with { type: 'json' }

export function addDays(day: IsoDate, days: number): IsoDate {
  const moment = new Date(`${day}T00:00:00Z`)
  moment.setUTCDate(moment.getUTCDate() + days)
  return moment.toISOString().slice(0, 10)
}

/** Public holidays of Austria with a fixed date. */
const holidays = ['01-01', '01-06', '05-01', '08-15', '10-26', '11-01', '12-08', '12-25', '12-26']

/** Days from Easter Sunday to Easter Monday, Ascension Day, Whit Monday and Corpus Christi. */
const movableHolidays = [1, 39, 50, 60]

/** Returns Easter Sunday by the rule of Gauss, which needs no exceptions from 2000 to 2048. */
function easterOf(year: number): IsoDate {
  const full = (19 * (year % 19) + 24) % 30
  const sunday = (2 * (year % 4) + 4 * (year % 7) + 6 * full + 5) % 7
  return addDays(`${year}-03-22`, full + sunday)
}

/** Tells whether people come to a course on this day; between Christmas and New Year nobody does. */
function isWorkingDay(day: IsoDate): boolean {
  const easter = easterOf(Number(day.slice(0, 4)))
  const isHoliday = holidays.includes(day.slice(5)) || movableHolidays.some((days) => addDays(easter, days) === day)
  return new Date(day).getUTCDay() % 6 > 0 && !isHoliday && day.slice(5) < '12-24'
}

/** Returns the first day, from `day` on, that begins `length` consecutive working days. */
export function workingDays(day: IsoDate, length: number): IsoDate {
  const fits = Array.from({ length }, (_, index) => addDays(day, index)).every(isWorkingDay)
  return fits ? day : workingDays(addDays(day, 1), length)
}

export function earlierDay(a: IsoDate, b: IsoDate): IsoDate {
  return a < b ? a : b
}

type Topic = (typeof topics)[number]

export interface DemoEvent {
  /** The number of the topic; each holding of a topic has its own `no`. */
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

/** Makes thirty events from a year before `today` to a year after it. */
export function demoEvents(today: IsoDate): DemoEvent[] {
  return Array.from({ length: eventCount }, (_, index) => {
    const topic = topics[index % topics.length]!
    const offset = Math.round(-362 + (index * 722) / (eventCount - 1))
    const planned = kinds[index % kinds.length]!
    // An event that has not taken place yet has no recording.
    const kind = planned === 'recording' && offset > 0 ? 'online' : planned
    const choices = daysOfKind[kind]
    const days = choices[index % choices.length]!
    const from = workingDays(addDays(today, offset), days)
    return {
      eventId: 4001 + (index % topics.length),
      no: 1 + Math.floor(index / topics.length),
      topic,
      kind,
      from,
      to: addDays(from, days - 1),
      days,
      location: kind === 'classroom' ? catalogue.places[index % catalogue.places.length]! : catalogue.online,
      price: 19_000 + 17_500 * days + 1000 * (index % 7)
    }
  })
}

export function hoursOf({ kind, days }: DemoEvent): number {
  return hoursOfDay[kind] * days
}

export const eventKey = ({ eventId, no }: DemoEvent): string => `${eventId}-${no}`

export function eventRows(events: readonly DemoEvent[]): ResourceRow<'events'>[] {
  return events.map((event) => ({
    externalId: eventKey(event),
    eventId: event.eventId,
    no: event.no,
    caption: event.topic.title,
    fromDate: event.from,
    toDate: event.to,
    location: event.location,
    productType: event.kind === 'classroom' ? 1 : 2,
    videoOnDemand: event.kind === 'recording'
  }))
}

/** The event model of every classroom. */
export const seatPlan = 'saal-1'
/** The same classroom for a page that lets people choose their seats. */
export const seatsToChoose = 'saal-2'

export function eventDateRows(events: readonly DemoEvent[]): ResourceRow<'event-dates'>[] {
  return events.flatMap((event) =>
    Array.from({ length: event.days }, (_, index) => ({
      event: eventKey(event),
      dayNo: index + 1,
      date: addDays(event.from, index),
      starts: event.kind === 'online' ? '13:30' : '09:00',
      ends: event.kind === 'classroom' ? '17:30' : event.kind === 'online' ? '17:00' : '11:00',
      hours: hoursOfDay[event.kind]
    }))
  )
}
