import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import type { WireRow } from '@customer-center/contract/field-codes'
import type { Overview } from '@customer-center/contract/overview'
import type { TestUser } from '../../testing/server/company.ts'
import { test as base } from '../../testing/server/fixtures.ts'
import { importer } from '../../testing/server/imports.ts'
import { addRows, changeRows } from '../../testing/server/rows.ts'

const test = base
  /** Moves a contact to another customer, as the provider's own SQL may. */
  .extend('move', { scope: 'file' }, ({ db }) => {
    return async ({ company, pvaid, ...user }: TestUser, id: number): Promise<TestUser> => {
      await sql`delete from sessions where company = ${company} and pvaid = ${pvaid}`.execute(db)
      await changeRows(db, 'contacts', { company, pvaid }, { id })
      return { ...user, company, pvaid, id }
    }
  })
  /** A contact of `own` with a booking of each kind and an address for calendars, which has gone to `foreign` since. */
  .extend('moved', { scope: 'file' }, async ({ db, foreign, move, own, seed, server }) => {
    const { contact, shoplight } = own.users
    const { company, id, pvaid } = contact
    await seed.addEvent(1, '2026-01-10')
    await seed.addEvent(2, '2099-05-04', { caption: 'Statik' })
    await seed.addOrder(own, 1, '2026-01-02')
    await changeRows(db, 'orders', { company, no: 1 }, { ordered_by_pvaid: pvaid })
    for (const one of [contact, shoplight]) await seed.addParticipation(one, 1, one === contact ? { order_no: 1 } : {})
    await seed.addParticipation(contact, 2, { attended: false })
    await seed.addWebinar(id, 'Raum', { pvaid, event_id: 1, no: 1 })
    await seed.addWebinar(foreign.id, 'Folien', { event_id: 1, no: 1 })
    const made = { status: 2, file: Buffer.from('%PDF'), finished_at: new Date(), caption: 'Liste' }
    const request = { name: 'Evaluation', parameter: '', request_hash: '', letter_number: '' }
    await addRows(db, 'server_functions', { job_id: randomUUID(), company, id, pvaid, ...request, ...made })
    const { data } = await server.save(contact, ['POST', '/calendar/feed/renew'], {})
    const feed = new URL(String(data?.['url']), `${server.url}/api/`).href
    expect(await (await fetch(feed)).text()).toContain('Statik')
    return { ...(await move(contact, foreign.id)), feed }
  })
  .extend('rows', ({ server }) => async (user: TestUser, path: string): Promise<readonly WireRow[]> => {
    const { status, envelope } = await server.call<WireRow[]>(user, path)
    expect(status).toBe(200)
    return envelope.responseData
  })

describe('a contact that goes to another customer', () => {
  test('leaves its bookings with the former one', async ({ foreign, moved, own, rows }) => {
    const events = async (user: TestUser) =>
      (await rows(user, '/eventmanager/eventsbysubscriber')).map((row) => row['VER_ID'])
    expect(moved.id).toBe(foreign.id)
    expect(await events(own.users.admin)).toEqual([1, 1])
    expect(await events(foreign.users.admin)).toEqual([])
    expect(await rows(own.users.admin, '/eventmanager/ordersbysubscriber')).toHaveLength(1)
    expect(await rows(own.users.admin, '/eventmanager/webinarlink')).toMatchObject([
      { WEB_BEZEICHNUNG: 'Raum – Anna contact' }
    ])
  })

  test.for([
    '/eventmanager/eventsbysubscriber',
    '/eventmanager/eventsbyparticipant',
    '/eventmanager/webinarlink',
    '/eventmanager/documentsbysubscriber',
    '/function/list'
  ])('sees nothing of the former one at %s', async (path, { moved, rows }) => {
    expect(await rows(moved, path)).toEqual([])
  })

  test('sees nothing of the former one in the overview and in its calendar', async ({ server, moved }) => {
    const { envelope } = await server.call<Overview>(moved, '/overview')
    expect(envelope.responseData).toMatchObject({ nextEvents: [], readyJobs: 0 })
    const calendar = await fetch(moved.feed)
    expect(calendar.status).toBe(200)
    expect(await calendar.text()).not.toContain('Statik')
  })

  test('counts for each customer by itself where it is booked in one event for both', async ({
    foreign,
    moved,
    own,
    rows,
    seed
  }) => {
    await seed.addParticipation(moved, 1)
    expect(await rows(own.users.admin, '/eventmanager/eventsbysubscriber')).toHaveLength(2)
    expect(await rows(foreign.users.admin, '/eventmanager/eventsbysubscriber')).toHaveLength(1)
  })

  test('takes its login along, and has to log in again', async ({ db, foreign, move, newCompany, server }) => {
    const { users } = await newCompany()
    expect((await server.call(users.shopfull, '/customer')).status).toBe(200)
    const { company, pvaid } = users.shopfull
    const moving = changeRows(db, 'contacts', { company, pvaid }, { id: foreign.id })
    await expect(moving).rejects.toMatchObject({ constraint: 'sessions_company_id_pvaid_fkey' })
    await move(users.shopfull, foreign.id)
    const login = db.selectFrom('shop_users').select('id').where('pvaid', '=', pvaid)
    expect(await login.execute()).toEqual([{ id: foreign.id }])
  })

  test('stays in imported rows of the former one, and new ones do not name it', async ({ db, move, newCompany }) => {
    const [from, to] = [await newCompany(), await newCompany()]
    const run = importer(db, from.company)
    const order = { externalId: 'MOVED', customer: from.customerNumber, orderedFrom: 'Huber' }
    const named = { ...order, orderedBy: from.users.contact.externalId, registeredAt: '2026-01-02T10:00:00Z' }
    expect(await run('orders', [named])).toMatchObject({ refused: [] })
    await move(from.users.contact, to.id)
    expect(await run('orders', [{ ...named, orderedFrom: 'Anna Huber' }])).toMatchObject({ refused: [] })
    const sentence = 'orderedBy is no contact of this customer. The row was taken without it.'
    expect((await run('orders', [{ ...named, externalId: 'LATER' }])).refused).toMatchObject([{ sentence }])
    const link = { externalId: 'LATER', customer: from.customerNumber, caption: 'Raum', link: 'https://raum.example' }
    const { refused } = await run('webinar-links', [{ ...link, contact: from.users.contact.externalId }])
    expect(refused).toMatchObject([{ sentence: 'contact is no contact of this customer.' }])
  })
})
