import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import * as fc from 'fast-check'
import ICAL from 'ical.js'
import { expect } from 'vitest'
import type { WireRow } from '@customer-center/contract/field-codes'
import { ndjson, test as importTest } from '../../../../testing/server/import-fixtures.ts'

const python = '/usr/bin/python3'
const program = fileURLToPath(new URL('../../../../testing/server/read-calendars.py', import.meta.url))
/** Whether Debian's packages of the two readers in Python are missing on this machine. */
const withoutReaders = spawnSync(python, ['-c', 'import vobject, icalendar']).status !== 0

type Entry = readonly [uid: string, title: string, place: string | null, start: string, end: string]

const inJavaScript = (text: string): Entry[] =>
  new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((component) => {
    const { uid, summary, location, startDate, endDate } = new ICAL.Event(component)
    return [uid, summary, location, startDate.toString(), endDate.toString()]
  })

function inPython(text: string): Record<'vobject' | 'icalendar', Entry[]> {
  const { stdout, stderr, status } = spawnSync(python, [program], { input: text, encoding: 'utf8' })
  expect(status, stderr).toBe(0)
  return JSON.parse(stdout) as Record<'vobject' | 'icalendar', Entry[]>
}

const vienna = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Vienna', dateStyle: 'short', timeStyle: 'short' })
const dayAfter = (day: string) => new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)
const onClock = (moment: string) => (moment.includes('T') ? vienna.format(new Date(moment)) : moment)

const day = fc.oneof(
  fc
    .date({ noInvalidDate: true, min: new Date('2026-12-31'), max: new Date('2110-12-31') })
    .map((date) => date.toISOString().slice(0, 10)),
  fc.constantFrom(
    '2027-03-27',
    '2027-03-28',
    '2027-10-30',
    '2027-10-31',
    '2027-12-31',
    '2028-02-29',
    '1753-01-01',
    '9999-12-31'
  )
)
const time = fc.oneof(
  fc.constantFrom('00:00', '02:30', '03:00', '23:59', '06:00', '18:00', '22:00', null),
  fc.tuple(fc.nat(23), fc.nat(59)).map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'))
)
const words = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 80 }),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 80 }),
  fc.constantFrom(
    'Recht, kompakt; Teil\\1',
    'BEGIN:VEVENT',
    '"A":B=C^n',
    '\\n \\, \\; \\\\',
    `${'ä'.repeat(99)}🎓${'€'.repeat(60)}`
  )
)
const event = fc.record({
  caption: words,
  location: fc.option(words),
  fromDate: fc.option(day),
  toDate: fc.option(day),
  days: fc.array(fc.record({ date: day, starts: time, ends: time, hours: fc.integer({ min: -1, max: 25 }) }), {
    maxLength: 4
  })
})
type RandomEvent = typeof event extends fc.Arbitrary<infer Value> ? Value : never

const test = importTest
  .extend('book', ({ ask, db, seed, own }) => async (events: readonly RandomEvent[]): Promise<readonly TakenDay[]> => {
    const put = (resource: string, rows: readonly object[]) =>
      ask(`/imports/${resource}`, { method: 'POST', body: ndjson(...rows) })
    const rows = events.map(({ caption, location, fromDate, toDate }, index) => ({
      externalId: `E-${index + 1}`,
      eventId: index + 1,
      caption,
      location,
      fromDate,
      toDate
    }))
    await put('events', rows)
    await put(
      'event-dates',
      events.flatMap(({ days }, index) => days.map((one, n) => ({ event: `E-${index + 1}`, dayNo: n + 1, ...one })))
    )
    const taken = await db
      .selectFrom('events')
      .leftJoin('event_dates', (join) =>
        join
          .onRef('event_dates.event_id', '=', 'events.event_id')
          .onRef('event_dates.provider_id', '=', 'events.provider_id')
      )
      .select(['events.event_id', 'caption', 'location', 'from_date', 'to_date', 'day_no', 'date', 'starts', 'ends'])
      .execute()
    for (const id of new Set(taken.map((row) => row.event_id))) await seed.addParticipation(own.shopUsers.contact, id)
    return taken
  })
  .extend('feed', ({ server, own }) => async () => {
    const { data } = await server.save(own.shopUsers.contact, ['POST', '/calendar/feed/renew'], {})
    return (await fetch(new URL(String(data?.['url']), `${server.url}/api/`))).text()
  })

interface TakenDay {
  readonly event_id: number
  readonly caption: string
  readonly location: string | null
  readonly from_date: string | null
  readonly to_date: string | null
  readonly day_no: number | null
  readonly date: string | null
  readonly starts: string | null
  readonly ends: string | null
}

/** Returns the entry of a stored day, with times of the provider's clock; none for an event without days. */
function entriesOf({ event_id, caption, location, from_date, to_date, day_no, date, starts, ends }: TakenDay): Entry[] {
  const named = [`1-${event_id}-1-${day_no ?? 0}@customer-center`, caption, location] as const
  const first = date ?? from_date ?? to_date
  if (first === null) return []
  const [from, to] = [starts?.slice(0, 5), ends?.slice(0, 5)]
  if (from === undefined || to === undefined || from === to)
    return [[...named, first, dayAfter(day_no === null ? (to_date ?? first) : first)]]
  return [[...named, `${first} ${from}`, `${to < from ? dayAfter(first) : first} ${to}`]]
}

test.skipIf(withoutReaders)('three readers read each event that was imported', async ({ server, book, feed, own }) => {
  const seed = Math.floor(Math.random() * 2 ** 31)
  const taken = await book(fc.sample(event, { numRuns: 200, seed }))
  const expected = taken.flatMap(entriesOf)
  expect(expected.length).toBeGreaterThan(150)
  const text = await feed()
  for (const [reader, entries] of Object.entries({ ...inPython(text), ical: inJavaScript(text) })) {
    const read = new Map(
      entries.map(([uid, title, place, ...times]) => [uid, [uid, title, place, ...times.map(onClock)]])
    )
    expect(read.size).toBe(expected.length)
    // Of an escaped backslash and an n behind it, icalendar makes a new line.
    const readable = expected.filter(([, ...texts]) => reader !== 'icalendar' || !texts.join('').includes('\\'))
    const wrong = readable.filter((entry) => JSON.stringify(read.get(entry[0])) !== JSON.stringify(entry)).slice(0, 3)
    expect(
      wrong.map((entry) => read.get(entry[0])),
      `${reader} of seed ${seed}`
    ).toEqual(wrong)
  }
  const dated = taken.find((row) => entriesOf(row).length > 0)
  const { envelope } = await server.call<WireRow>(
    own.shopUsers.contact,
    `/calendar/event?eventId=${dated?.event_id}&no=1`
  )
  const file = Buffer.from(String(envelope.responseData['DOK_DATEN']), 'base64').toString()
  const entries = inJavaScript(file)
  expect(inPython(file).vobject).toEqual(entries)
  expect(entries.length).toBeGreaterThan(0)
})
