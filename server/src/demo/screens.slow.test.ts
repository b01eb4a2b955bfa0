import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { WireRow } from '@customer-center/contract/field-codes'
import type { LetterNumber } from '@customer-center/contract/letter'
import type { Order } from '@customer-center/contract/order'
import { everyRight, type RightName } from '@customer-center/contract/rights'
import { startApp, type TestApp } from '../../../testing/server/app.ts'
import { call, getToken } from '../../../testing/server/calls.ts'
import { sharedFolder } from '../../../testing/server/new-folder.ts'
import { openInMemory } from '../../../testing/server/pooled-pglite.ts'
import { imports } from '../features.ts'
import type { Database } from '../platform/database/connection.ts'
import { openStorage } from '../platform/storage/storage.ts'
import { demoAccounts } from './accounts.ts'
import { createDemoTypesetter } from './demo-typesetter.ts'
import { seatPlan, seatsToChoose } from './events.ts'
import { makeDemo, seedDemo } from './seed.ts'

const day = '2026-11-20'

describe('the demo shop’s screens', () => {
  let database: Database
  let server: TestApp
  const dataFolder = sharedFolder()
  const headersOf = {} as Record<RightName, Record<string, string>>

  const get = async <Data>(path: string, right: RightName = 'admin') =>
    (await call<Data>(server.url, path, { headers: headersOf[right] })).envelope.responseData

  beforeAll(async () => {
    database = await openInMemory()
    const storage = openStorage({ dataFolder, storage: { kind: 'folder' } })
    const openLetters = async () => createDemoTypesetter({ letterTemplates: '' })
    const shop = await makeDemo({ db: database.db, openLetters, today: day })
    await seedDemo({ db: database.db, storage, imports }, shop)
    server = await startApp(database, { storage, config: { routeRights: { 'confirmations/evaluation': ['admin'] } } })
    for (const right of everyRight) {
      const account = demoAccounts.find((one) => one.right === right)!
      const { customerNumber, userName, password } = account
      const { envelope } = await getToken(server.url, { customerNumber, userName, password, getRefreshToken: 'true' })
      headersOf[right] = { authorization: envelope.responseData.access_token }
    }
  })
  afterAll(async () => {
    await server.close()
    await database.close()
  })

  test('show orders of one event and of several, with one participant and with many, of one day and of more', async () => {
    const orders = await get<Order[]>('/eventmanager/ordersbysubscriber')
    const events = orders.flatMap((order) => order.events)
    expect(new Set(orders.map((order) => order.events.length))).toEqual(new Set([1, 2]))
    expect(events.some(({ participants }) => participants.length === 1)).toBe(true)
    expect(events.some(({ participants }) => participants.length > 4)).toBe(true)
    expect(new Set(events.map(({ from, to }) => from === to))).toEqual(new Set([true, false]))
    expect(new Set(events.map(({ location }) => location === 'Online'))).toEqual(new Set([true, false]))
  })

  test('show links to webinars and to PDF files, each that has expired, will expire and stays', async () => {
    const webinars = await get<WireRow[]>('/eventmanager/webinarlink')
    const stateOf = (date: unknown) => (typeof date !== 'string' ? 'stays' : date < day ? 'expired' : 'expires')
    const states = webinars.map((row) => `${row['WEB_ISTPDF'] ? 'pdf' : 'webinar'} ${stateOf(row['WEB_GUELTIGBIS'])}`)
    expect([...new Set(states)].toSorted()).toEqual([
      'pdf expires',
      'pdf stays',
      'webinar expired',
      'webinar expires',
      'webinar stays'
    ])
    for (const row of webinars) expect(row['WEB_LINK']).toMatch(/^https:/)
    expect((await get<WireRow[]>('/eventmanager/webinarlink', 'contact')).length).toBeGreaterThan(0)
  })

  test('show events to confirm to each account, of one day and of more, and contacts without any', async () => {
    for (const right of everyRight) {
      const events = await get<WireRow[]>('/eventmanager/eventsbyparticipant', right)
      expect(events.length, right).toBeGreaterThan(0)
      const eventId = String(events[0]?.['VER_ID'])
      const path = `/eventmanager/letterparticipation?eventId=${eventId}`
      expect(await get<LetterNumber>(path, right)).toEqual({ letterNo: 11 })
      expect(await get<LetterNumber>('/eventmanager/lettertimesheet', right)).toEqual({ letterNo: 12 })
    }
    const all = await get<WireRow[]>('/eventmanager/eventsbyparticipant')
    expect(new Set(all.map((row) => row['VER_VON'] === row['VER_BIS']))).toEqual(new Set([true, false]))
    const contacts = await get<WireRow[]>('/contact?RES_FIELDS=ASP_KONTAKTID')
    const counts = []
    for (const contact of contacts) {
      const path = `/eventmanager/eventsbyparticipant?contactId=${String(contact['ASP_KONTAKTID'])}`
      counts.push((await get<WireRow[]>(path)).length)
    }
    expect(counts).toContain(0)
    expect(Math.max(...counts)).toBeGreaterThan(3)
  })

  test('show a seat plan and three evaluations', async () => {
    const plan = await get<WireRow>(`/eventmodel?modelId=${seatPlan}`)
    expect(plan['MOD_SVG']).toContain('<svg')
    expect(plan['MOD_CSS']).toContain('.seat')
    const marked = await get<WireRow>(`/eventmodel?modelId=${seatsToChoose}`)
    expect(String(marked['MOD_SVG']).match(/data-seat="/g)).toHaveLength(24)
    expect(String(marked['MOD_SVG']).match(/data-seat-taken/g)).toHaveLength(6)
    expect(await get<WireRow[]>('/evaluation?evaluationType=408')).toHaveLength(3)
  })
})
