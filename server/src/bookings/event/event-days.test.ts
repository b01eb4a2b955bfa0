import ICAL from 'ical.js'
import { describe, expect } from 'vitest'
import type { WireRow } from '@customer-center/contract/field-codes'
import { ndjson, test as importTest } from '../../../../testing/server/import-fixtures.ts'

type Day = readonly [date: string, starts: string | null, ends: string | null, hours?: number | string]

/** Returns the start and end of each entry of a calendar. */
const entriesIn = (text: string) =>
  new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((entry) => {
    const { startDate, endDate } = new ICAL.Event(entry)
    return [startDate.toString(), endDate.toString()]
  })

const test = importTest
  .extend('send', ({ ask }) => async (resource: string, ...rows: object[]) => {
    const { json } = await ask(`/imports/${resource}`, { method: 'POST', body: ndjson(...rows) })
    const { text } = await ask(`/imports/${String(json['runId'])}/refusals`)
    const refused = text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .map(({ line, kind, field, sentence }) => [line, kind, field, sentence])
    return { counts: json, refused }
  })
  /** Imports an event with these days, and books it. */
  .extend('plan', ({ send, seed, own }) => async (eventId: number, ...days: readonly Day[]) => {
    await send('events', { externalId: `E-${eventId}`, eventId, caption: 'Nacht', fromDate: days[0]?.[0] })
    await seed.addParticipation(own.shopUsers.contact, eventId)
    const event = `E-${eventId}`
    const rows = days.map(([date, starts, ends, hours = 8], n) => ({ event, dayNo: n + 1, date, starts, ends, hours }))
    return send('event-dates', ...rows)
  })
  .extend('fileOf', ({ server, own }) => async (eventId: number) => {
    const { envelope } = await server.call<WireRow>(own.shopUsers.contact, `/calendar/event?eventId=${eventId}&no=1`)
    return entriesIn(atob(String(envelope.responseData['DOK_DATEN'])))
  })
  .extend('feed', ({ server, own }) => async () => {
    const { data } = await server.save(own.shopUsers.contact, ['POST', '/calendar/feed/renew'], {})
    return entriesIn(await (await fetch(new URL(String(data?.['url']), `${server.url}/api/`))).text())
  })

const taken = 'The row was taken without it.'
const wholeDay = ['2099-05-04', '2099-05-05']

describe('a day of an event', () => {
  test.for<[name: string, eventId: number, day: Day, entry: string[]]>([
    [
      'that ends before it begins goes over midnight',
      1,
      ['2099-05-04', '22:00', '06:00'],
      ['2099-05-04T20:00:00Z', '2099-05-05T04:00:00Z']
    ],
    [
      'may go over midnight for 12 hours',
      2,
      ['2099-05-04', '20:00', '08:00'],
      ['2099-05-04T18:00:00Z', '2099-05-05T06:00:00Z']
    ],
    ['may end at midnight', 3, ['2099-05-04', '18:00', '00:00'], ['2099-05-04T16:00:00Z', '2099-05-04T22:00:00Z']],
    ['from midnight to midnight is whole', 4, ['2099-05-04', '00:00', '00:00'], wholeDay],
    ['without times is whole', 5, ['2099-05-04', null, null], wholeDay],
    [
      'begins at the first of two hours of the same name',
      6,
      ['2099-10-25', '02:30', '04:00'],
      ['2099-10-25T00:30:00Z', '2099-10-25T03:00:00Z']
    ],
    [
      'ends at the first of two hours of the same name',
      7,
      ['2099-10-24', '22:00', '02:30'],
      ['2099-10-24T20:00:00Z', '2099-10-25T00:30:00Z']
    ]
  ])('%s, in the file and at the address', async ([, eventId, day, entry], { plan, fileOf, feed }) => {
    expect((await plan(eventId, day)).refused).toEqual([])
    expect(await fileOf(eventId)).toEqual([entry])
    expect(await feed()).toContainEqual(entry)
  })

  test.for<[name: string, eventId: number, day: Day, problems: string[][], entry?: string[]]>([
    [
      'over midnight for more than 12 hours',
      11,
      ['2099-05-04', '22:00', '10:01'],
      [
        ['starts', 'starts and ends are more than 12 hours apart over midnight.'],
        ['ends', 'ends and starts are more than 12 hours apart over midnight.']
      ]
    ],
    [
      'that ends when it begins',
      12,
      ['2099-05-04', '09:00', '09:00'],
      [
        ['starts', 'starts and ends are the same time, which only 00:00 is, for the whole day.'],
        ['ends', 'ends and starts are the same time, which only 00:00 is, for the whole day.']
      ]
    ],
    [
      'that begins when the clock is put forward',
      13,
      ['2099-03-29', '02:30', '10:00'],
      [['starts', 'starts is a time that the clock skips on that day.']],
      ['2099-03-29', '2099-03-30']
    ],
    [
      'that ends when the clock is put forward, after midnight',
      14,
      ['2099-03-28', '22:00', '02:30'],
      [['ends', 'ends is a time that the clock skips on that day.']],
      ['2099-03-28', '2099-03-29']
    ],
    ['with a time that is none', 15, ['2099-05-04', 'früh', '10:00'], [['starts', 'starts must be a time as HH:mm.']]]
  ])(
    '%s is taken without the time, which is told, and is whole',
    async ([, eventId, day, problems, entry = wholeDay], { plan, fileOf }) => {
      const { counts, refused } = await plan(eventId, day)
      expect(counts).toMatchObject({ created: 1, refused: 0, refusedFields: problems.length })
      expect(refused).toEqual(problems.map(([field, sentence]) => [1, 'field', field, `${sentence} ${taken}`]))
      expect(await fileOf(eventId)).toEqual([entry])
    }
  )

  test('with hours below 0 or over 24 is taken without them, and keeps its times', async ({ plan, db, fileOf }) => {
    const day = ['2099-05-04', '09:00', '17:00'] as const
    const { refused } = await plan(21, [...day, -0.01], [...day, 24.01], [...day, 0], [...day, '24.00'])
    expect(refused).toEqual([1, 2].map((line) => [line, 'field', 'hours', `hours must be from 0 to 24. ${taken}`]))
    const stored = db.selectFrom('event_dates').select('hours').where('event_id', '=', 21).orderBy('day_no')
    expect(await stored.execute()).toEqual([null, null, 0, 24].map((hours) => ({ hours })))
    expect(await fileOf(21)).toEqual([1, 2, 3, 4].map(() => ['2099-05-04T07:00:00Z', '2099-05-04T15:00:00Z']))
  })

  test('is compared with the stored time where the row has one alone', async ({ plan, send, ask }) => {
    await plan(22, ['2099-05-04', '09:00', '17:00'])
    const { refused } = await send('event-dates', { event: 'E-22', dayNo: 1, starts: '17:00' })
    expect(refused).toMatchObject([[1, 'field', 'starts', expect.stringContaining('the same time')]])
    const put = (row: object) =>
      ask('/event-dates/E-22/1', { method: 'PUT', type: 'application/json', body: JSON.stringify(row) })
    const { status, json } = await put({ ends: '09:00' })
    expect([status, json['detail']]).toEqual([400, expect.stringContaining('ends and starts are the same time')])
    expect((await put({ starts: '22:00', ends: '06:00' })).status).toBe(200)
  })

  test('of the last year that a date can have is no date, also where it goes over midnight', async ({ plan }) => {
    const { counts } = await plan(24, ['9999-12-31', '22:00', '06:00'])
    expect(counts).toMatchObject({ created: 0, refused: 1 })
  })

  test('that was stored before, or by SQL, is told without times that cannot be', async ({
    seed,
    plan,
    db,
    fileOf
  }) => {
    await plan(23, ['2099-05-04', '08:00', '09:00'], ['2099-03-29', '08:00', '09:00'], ['2099-05-06', '08:00', '09:00'])
    const day = (no: number) => db.updateTable('event_dates').where('event_id', '=', 23).where('day_no', '=', no)
    await day(1).set({ starts: '09:00', ends: '09:00' }).execute()
    await day(2).set({ starts: '02:30' }).execute()
    await day(3).set({ starts: '22:00', ends: '06:00' }).execute()
    await seed.addDays(23, { day_no: 4, date: '9999-12-31', starts: '22:00', ends: '06:00' })
    expect(await fileOf(23)).toEqual([
      wholeDay,
      ['2099-03-29', '2099-03-30'],
      ['2099-05-06T20:00:00Z', '2099-05-07T04:00:00Z']
    ])
  })

  test('or an event without a stored date is in no calendar', async ({ server, seed, own, fileOf }) => {
    const { contact } = own.shopUsers
    await seed.addEvent(31, '2099-05-04', { to_date: '9999-12-31' })
    await seed.addEvent(32, '1753-01-01', { to_date: '9999-12-31' })
    await seed.addEvent(33, '2099-05-04')
    for (const event of [31, 32, 33]) await seed.addParticipation(contact, event)
    await seed.addDays(33, { date: '9999-12-31', starts: '22:00', ends: '06:00' })
    expect(await fileOf(31)).toEqual([wholeDay])
    for (const event of [32, 33])
      expect((await server.call(contact, `/calendar/event?eventId=${event}&no=1`)).status).toBe(404)
  })
})
