import ICAL from 'ical.js'
import { describe, expect } from 'vitest'
import { listEventDocumentsSchema } from '@customer-center/contract/document'
import type { WireRow } from '@customer-center/contract/field-codes'
import { listOrdersSchema } from '@customer-center/contract/order'
import { getOverviewSchema } from '@customer-center/contract/overview'
import { ndjson, test as importTest } from '../../../../testing/server/import-fixtures.ts'

const link = 'https://webinar.example/beton'

function eventsIn(text: string) {
  return new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((event) => {
    const of = (name: string) => event.getFirstPropertyValue(name)
    return { uid: of('uid'), summary: of('summary'), status: of('status'), sequence: Number(of('sequence')) }
  })
}

/** An event of two days by the provider's import, which the contact has booked. */
const test = importTest
  .extend('filled', { scope: 'file', auto: true }, async ({ ask, own, seed }) => {
    const { customerNumber: customer } = own
    const day = { event: 'E', date: '2098-03-02', starts: '09:00', ends: '17:00', hours: 8 }
    const rows = {
      events: [{ externalId: 'E', eventId: 40, caption: 'Beton', fromDate: '2098-03-02', toDate: '2098-03-03' }],
      'event-dates': [
        { ...day, dayNo: 1 },
        { ...day, dayNo: 2, date: '2098-03-03' }
      ],
      orders: [{ externalId: 'O', no: 7, customer, registeredAt: '2026-01-02 10:00:00', orderedFrom: 'Huber' }],
      participations: [{ externalId: 'T', contact: own.shopUsers.contact.externalId, event: 'E', order: 'O' }],
      'webinar-links': [{ externalId: 'W', customer, event: 'E', caption: 'Raum', link }]
    }
    for (const [resource, some] of Object.entries(rows)) {
      const { json } = await ask(`/imports/${resource}`, { method: 'POST', body: ndjson(...some) })
      expect([resource, json['refused']]).toEqual([resource, 0])
    }
    await seed.addScript(40)
    return true
  })
  .extend('put', ({ ask }) => async (path: string, row: object) => {
    const { status, text } = await ask(path, { method: 'PUT', type: 'application/json', body: JSON.stringify(row) })
    expect([status, text]).toEqual([200, text])
  })
  .extend('calendars', ({ own, server }) => async () => {
    const { contact } = own.shopUsers
    const file = await server.call<WireRow>(contact, '/calendar/event?eventId=40')
    const feed = await server.save(contact, ['POST', '/calendar/feed/renew'], {})
    const subscribed = await fetch(new URL(String(feed.data?.['url']), `${server.url}/api/`))
    const saved = eventsIn(Buffer.from(String(file.envelope.responseData['DOK_DATEN']), 'base64').toString())
    expect(eventsIn(await subscribed.text())).toEqual(saved)
    return saved
  })
  .extend('lists', ({ server, own }) => async () => {
    const { admin } = own.shopUsers
    const read = async (path: string) => (await server.call(admin, path)).envelope.responseData
    const orders = listOrdersSchema.data.parse(await read('/eventmanager/ordersbysubscriber'))
    const documents = listEventDocumentsSchema.data.parse(await read('/eventmanager/documentsbysubscriber'))
    const webinars = (await read('/eventmanager/webinarlink')) as WireRow[]
    const overview = getOverviewSchema.data.parse(await read('/overview'))
    return {
      states: [orders[0]?.events[0], documents[0], overview.nextEvents?.[0]].map((event) => event?.state),
      webinars: webinars.map(({ WEB_STATUS, WEB_LINK }) => [WEB_STATUS, WEB_LINK]),
      join: overview.nextEvents?.[0]?.webinarLink,
      nextEvent: overview.nextEvent
    }
  })

describe('an event that the provider cancels', () => {
  test('says so in orders, scripts, webinars and on the overview, without a link', async ({ put, lists }) => {
    const held = { states: [null, null, null], webinars: [[null, link]], join: link, nextEvent: '2098-03-02' }
    expect(await lists()).toEqual(held)
    await put('/events/E', { state: 'cancelled' })
    const off = { states: ['cancelled', 'cancelled', 'cancelled'], webinars: [['cancelled', null]], join: null }
    expect(await lists()).toEqual({ ...off, nextEvent: null })
    await put('/events/E', { state: null })
    expect(await lists()).toEqual(held)
  })

  test('keeps its entries in calendars, as cancelled and with a higher SEQUENCE', async ({ put, calendars }) => {
    const of = (status: string, summary: string, sequence: number) =>
      [1, 2].map((day) => ({ uid: `1-40-1-${day}@customer-center`, summary, status, sequence }))
    const first = (await calendars())[0]?.sequence ?? -1
    expect(await calendars()).toEqual(of('CONFIRMED', 'Beton', first))
    await put('/events/E', { state: 'cancelled' })
    expect(await calendars()).toEqual(of('CANCELLED', 'Abgesagt: Beton', first + 1))
    await put('/events/E', { state: 'cancelled' })
    expect((await calendars())[0]?.sequence).toBe(first + 1)
    await put('/events/E', { state: 'confirmed' })
    expect(await calendars()).toEqual(of('CONFIRMED', 'Beton', first + 2))
  })

  test('is in the file of orders, and comes back by an export', async ({ server, put, own, db, ask }) => {
    await put('/events/E', { state: 'cancelled' })
    const { envelope } = await server.call<WireRow>(own.shopUsers.admin, '/csv/orders')
    const file = Buffer.from(String(envelope.responseData['DOK_DATEN']), 'base64').toString()
    expect(file).toContain(';Beton;')
    expect(file).toMatch(/;gebucht;Event abgesagt\r?\n/)
    await put('/events/E', { state: 'confirmed' })
    expect(
      (await ask('/imports/events', { method: 'POST', body: ndjson({ externalId: 'E', state: 'abgesagt' }) })).json
    ).toMatchObject({ refused: 1, updated: 0 })
    expect(await db.selectFrom('events').select('state').execute()).toEqual([{ state: 'confirmed' }])
  })
})

test('an event that moves raises the SEQUENCE of its entries', async ({ put, ask, calendars }) => {
  const moves = [
    ['/events/E', { toDate: '2098-03-04' }],
    ['/events/E', { location: 'Linz' }],
    ['/event-dates/E/1', { starts: '10:00' }]
  ] as const
  for (const [path, row] of moves) {
    const before = (await calendars())[0]?.sequence ?? -1
    await put(path, row)
    expect([path, (await calendars())[0]?.sequence]).toEqual([path, before + 1])
    await put(path, row)
    expect([path, (await calendars())[0]?.sequence]).toEqual([path, before + 1])
  }
  const [before] = await calendars()
  expect((await ask('/event-dates/E/2', { method: 'DELETE' })).status).toBe(204)
  expect(await calendars()).toEqual([{ ...before, sequence: (before?.sequence ?? 0) + 1 }])
})
