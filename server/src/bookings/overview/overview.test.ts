import { randomUUID } from 'node:crypto'
import { type Insertable, sql } from 'kysely'
import { describe, expect } from 'vitest'
import { today } from '@customer-center/contract/dates'
import { type Overview, getOverviewSchema } from '@customer-center/contract/overview'
import type { TestShopUser } from '../../../../testing/server/customer.ts'
import { test as serverTest } from '../../../../testing/server/fixtures.ts'
import { addOwnContact } from '../../../../testing/server/private-customer.ts'
import { addRows, changeRows } from '../../../../testing/server/rows.ts'
import { seed as seedOf } from '../../../../testing/server/seed.ts'
import type { Tables } from '../../platform/database/query.ts'

const test = serverTest
  .extend('overview', ({ server }) => async (user: TestShopUser) => {
    const { envelope } = await server.call<Overview>(user, '/overview')
    return getOverviewSchema.data.parse(envelope.responseData)
  })
  .extend('later', ({ db }) => async (minutes: number) => {
    const ago = sql`make_interval(mins => ${minutes})`
    await sql`update visits set last_at = last_at - ${ago}, previous_at = previous_at - ${ago}`.execute(db)
    await sql`update documents set added_at = added_at - ${ago}`.execute(db)
  })
  /** Adds a document job that ended some minutes ago. */
  .extend(
    'addJob',
    ({ db }) =>
      async ({ providerId, customerId, contactId }: TestShopUser, minutes: number, more: More = {}) => {
        const ended = new Date(Date.now() - minutes * 60_000)
        const job = {
          provider_id: providerId,
          customer_id: customerId,
          contact_id: contactId,
          name: 'StandardLetter',
          parameter: '',
          request_hash: '',
          letter_number: ''
        }
        const done = { status: 2, file: Buffer.alloc(1), finished_at: ended, created_at: ended, caption: 'Bestätigung' }
        await addRows(db, 'server_functions', { job_id: randomUUID(), ...job, ...done, ...more })
      }
  )

type More = Partial<Insertable<Tables['server_functions']>>

const inDays = (days: number): string => today(new Date(Date.now() + days * 86_400_000))

describe('what the overview tells', () => {
  test.beforeAll(async ({ seed, own, foreign }) => {
    await seed.addEvent(1, '2026-01-10', { to_date: '2026-01-12' })
    await seed.addEvent(2, '2026-02-10')
    await seed.addEvent(3, '2200-03-10')
    await seed.addEvent(4, '2200-01-10')
    await seed.addEvent(5, '2100-01-10')
    await seed.addParticipation(own.shopUsers.contact, 1)
    await seed.addParticipation(own.shopUsers.admin, 2)
    await seed.addParticipation(own.shopUsers.contact, 3, { attended: false })
    await seed.addParticipation(own.shopUsers.shoplight, 4, { attended: false })
    await seed.addParticipation(foreign.shopUsers.contact, 5, { attended: false })
    await seed.addInvoice(own.customerId, 'R-1', '2026-02-20')
    await seed.addInvoice(foreign.customerId, 'R-2', '2026-03-20')
  })

  test.for([
    ['admin', '2200-01-10', '2026-02-10', '2026-02-20'],
    ['shopfull', '2200-01-10', '2026-02-10', '2026-02-20'],
    ['contact', '2200-03-10', '2026-01-12', null],
    ['shoplight', '2200-01-10', null, null]
  ] as const)(
    '%s: only of those whom it may act for, and of screens that it may open',
    async ([right, nextEvent, lastEvent, lastInvoice], { overview, own }) => {
      expect(await overview(own.shopUsers[right])).toMatchObject({
        person: `Anna ${right}`,
        nextEvent,
        lastEvent,
        lastInvoice
      })
    }
  )

  test('documents are new that came after the last visit', async ({ db, seed, own, overview, later }) => {
    const { contact } = own.shopUsers
    await db.deleteFrom('visits').execute()
    await seed.addScript(1)
    expect(await overview(contact)).toMatchObject({ newDocuments: null, lastVisit: null })
    await later(20)
    expect(await overview(contact)).toMatchObject({ newDocuments: null, lastVisit: null })
    await later(40)
    await seed.addScript(1)
    await seed.addScript(2)
    const { rows } = await sql<{ day: string }>`
      select to_char(last_at at time zone 'Europe/Vienna', 'YYYY-MM-DD') as day from visits`.execute(db)
    const visit = { newDocuments: [{ eventId: 1, caption: 'Event 1', count: 1 }], lastVisit: rows[0]?.day }
    expect(await overview(contact)).toMatchObject(visit)
    expect(await overview(contact)).toMatchObject(visit)
    await later(40)
    expect(await overview(contact)).toMatchObject({ newDocuments: [] })
  })
})

describe('the next events', () => {
  test.beforeAll(async ({ seed, own, foreign }) => {
    const { contact, admin, shopfull } = own.shopUsers
    await seed.addEvent(10, inDays(-1), { to_date: inDays(1), caption: 'Läuft' })
    await seed.addEvent(11, inDays(-2), { to_date: inDays(-1), caption: 'Vorbei' })
    for (const [event, days] of [
      [12, 1],
      [13, 2],
      [14, 3],
      [15, 0]
    ] as const)
      await seed.addEvent(event, inDays(days))
    await seed.addEvent(16, null, { caption: 'Aufzeichnung' })
    for (const user of [contact, admin]) await seed.addParticipation(user, 10, { attended: false })
    // Two bookings of a person are one.
    for (const order_no of [null, null]) await seed.addParticipation(contact, 12, { order_no, attended: false })
    for (const event of [11, 14, 16]) await seed.addParticipation(contact, event)
    await seed.addParticipation(shopfull, 13)
    await seed.addParticipation(shopfull, 15, { state: 'cancelled' })
    await seed.addParticipation(foreign.shopUsers.contact, 12)
    await seed.addWebinar(own.customerId, 'Für alle', { event_id: 10, no: 1, link: 'https://webinar.example/alle' })
    await seed.addWebinar(own.customerId, 'Eigener', {
      event_id: 10,
      no: 1,
      contact_id: contact.contactId,
      link: 'https://x.example/1'
    })
    const useless = [
      { contact_id: shopfull.contactId },
      { link: 'javascript:alert(1)' },
      { expiry_date: inDays(-1) },
      { is_pdf: true }
    ]
    for (const more of useless) await seed.addWebinar(own.customerId, 'Nicht dieser', { event_id: 12, no: 1, ...more })
    await seed.addWebinar(foreign.customerId, 'Ein fremder', { event_id: 12, no: 1 })
  })

  test('the first one says when it begins, if that can be', async ({ db, overview, seed, shopUsers: { contact } }) => {
    await seed.addEvent(17, inDays(5))
    await seed.addParticipation(contact, 17, { attended: false })
    const day = { provider_id: 1, event_id: 17, no: 1, day_no: 1, date: inDays(5), hours: 8 }
    const starts = async () => (await overview(contact)).nextEvents?.[0]?.starts
    expect(await starts()).toBeUndefined()
    await addRows(db, 'event_dates', { ...day, starts: '22:00', ends: '06:00' })
    expect(await starts()).toBe('22:00')
    for (const [begin, end] of [
      ['00:00', '00:00'],
      ['09:00', '09:00'],
      ['22:00', '21:00']
    ] as const) {
      await changeRows(db, 'event_dates', { event_id: 17 }, { starts: begin, ends: end })
      expect(await starts()).toBeUndefined()
    }
    await changeRows(db, 'events', { event_id: 17 }, { from_date: '9999-12-31' })
    await changeRows(db, 'event_dates', { event_id: 17 }, { date: '9999-12-31', ends: '06:00' })
    expect(await starts()).toBeUndefined()
  })

  test('are three at most that are not over, each counted once', async ({ overview, own }) => {
    const shortOf = async (user: TestShopUser) =>
      (await overview(user)).nextEvents?.map(({ eventId, persons }) => [eventId, persons])
    expect(await shortOf(own.shopUsers.contact)).toEqual([
      [10, 1],
      [12, 1],
      [14, 1]
    ])
    const ofAll = [
      [10, 2],
      [12, 1],
      [13, 1]
    ]
    expect(await shortOf(own.shopUsers.admin)).toEqual(ofAll)
    expect(await shortOf(own.shopUsers.shopfull)).toEqual(ofAll)
  })

  test('have their days and place, and the address to join, the own one first', async ({ overview, own }) => {
    const event = { eventId: 10, caption: 'Läuft', from: inDays(-1), to: inDays(1), location: 'Wien', state: null }
    const linkOf = async (user: TestShopUser) => (await overview(user)).nextEvents?.[0]
    expect(await linkOf(own.shopUsers.contact)).toEqual({ ...event, persons: 1, webinarLink: 'https://x.example/1' })
    expect(await linkOf(own.shopUsers.admin)).toEqual({
      ...event,
      persons: 2,
      webinarLink: 'https://webinar.example/alle'
    })
  })

  test('have no address of others, no script, none that is over, and no PDF', async ({ overview, own }) => {
    for (const user of [own.shopUsers.contact, own.shopUsers.admin])
      expect((await overview(user)).nextEvents?.[1]).toMatchObject({ eventId: 12, webinarLink: null })
  })
})

describe('open invoices', () => {
  test('are added up by currency, and the first due one is named', async ({ overview, newCustomer, seed }) => {
    const { customerId, shopUsers } = await newCustomer()
    const open = (amount: string, currency: string, due_date: string | null) => ({
      amount: amount as unknown as number,
      currency,
      due_date,
      is_paid: false
    })
    await seed.addInvoice(customerId, 'O-1', '2026-01-01', open('100.10', 'EUR', '2026-03-01'))
    await seed.addInvoice(customerId, 'O-2', '2026-01-02', open('0.20', 'EUR', '2026-02-01'))
    await seed.addInvoice(customerId, 'O-3', '2026-01-03', open('7.00', 'CHF', null))
    await seed.addInvoice(customerId, 'O-4', '2026-01-04', { is_paid: false })
    // A credit note is never to be paid.
    await seed.addInvoice(customerId, 'O-5', '2026-01-05', open('-50.00', 'EUR', '2025-01-01'))
    await seed.addInvoice(customerId, 'P-1', '2026-01-06', { ...open('900.00', 'EUR', '2025-01-01'), is_paid: true })
    await seed.addInvoice(customerId, 'U-1', '2026-01-07', { ...open('900.00', 'EUR', '2025-01-01'), is_paid: null })
    const openInvoices = {
      count: 5,
      sums: [
        { currency: 'CHF', amount: '7.00' },
        { currency: 'EUR', amount: '50.30' }
      ],
      due: [{ currency: 'EUR', amount: '100.30' }],
      first: { no: 'O-2', amount: '0.20', currency: 'EUR', dueDate: '2026-02-01' }
    }
    expect(await overview(shopUsers.admin)).toMatchObject({ openInvoices })
    expect(await overview(shopUsers.shopfull)).toMatchObject({ openInvoices })
    for (const user of [shopUsers.contact, shopUsers.shoplight]) expect((await overview(user)).openInvoices).toBeNull()
  })

  test('are those of the own company alone', async ({ overview, shopUsers, twin, db, server }) => {
    await seedOf(db, server.storage, twin.providerId).addInvoice(twin.customerId, 'T-1', '2026-01-01', {
      is_paid: false
    })
    expect((await overview(shopUsers.admin)).openInvoices).toEqual({ count: 0, sums: [], due: [], first: null })
  })
})

test('a person without a company gets the own events and invoices', async ({ overview, customer, seed, db }) => {
  const person = await addOwnContact(db, customer)
  await seed.addEvent(20, inDays(5))
  await seed.addParticipation(person, 20)
  await seed.addInvoice(customer.customerId, 'E-1', '2026-01-01', { is_paid: false })
  expect(await overview(person)).toMatchObject({
    person: 'Zweifelsfreia Einzigartig',
    customer: null,
    nextEvents: [{ eventId: 20, persons: 1 }],
    openInvoices: { count: 1, sums: [], first: { no: 'E-1', amount: null } }
  })
})

test('active contacts are counted for whoever may open the list', async ({ server, overview, newCustomer, db }) => {
  const { shopUsers } = await newCustomer()
  const { none, shoplight, admin, contact } = shopUsers
  const set = (user: { contactId: number }, values: { active: boolean; erased_at?: Date }) =>
    changeRows(db, 'contacts', { contact_id: user.contactId }, values)
  await set(none, { erased_at: new Date(), active: false })
  await set(shoplight, { active: false })
  const { envelope } = await server.call<{ ASP_AKTIV: boolean }[]>(admin, '/contact?RES_FIELDS=ASP_AKTIV')
  const active = envelope.responseData.filter((one) => one.ASP_AKTIV)
  expect(active).toHaveLength(envelope.responseData.length - 1)
  expect((await overview(admin)).contacts).toBe(active.length)
  expect((await overview(contact)).contacts).toBeNull()
})

test('documents are ready that were made since the last visit', async ({ overview, newCustomer, later, addJob }) => {
  const { contact, admin } = (await newCustomer()).shopUsers
  await addJob(contact, 100)
  expect((await overview(contact)).readyJobs).toBe(1)
  await later(60)
  // The visit before this one was an hour ago.
  await addJob(contact, 10)
  await addJob(contact, 5, { status: 3, file: null, error: 'Ging nicht.' })
  await addJob(contact, 5, { status: 1, file: null, finished_at: null })
  // One that its caller waited for, and a copy of the own data, which belongs to one login.
  await addJob(contact, 5, { caption: null })
  await addJob(contact, 5, { family: randomUUID() })
  await addJob(admin, 5)
  expect((await overview(contact)).readyJobs).toBe(1)
  await later(26 * 60)
  await addJob(contact, 25 * 60)
  expect((await overview(contact)).readyJobs).toBe(2)
})
