import { describe, expect } from 'vitest'
import { type Order, listOrdersSchema } from '@customer-center/contract/order'
import { addCustomer, type TestShopUser } from '../../../../testing/server/customer.ts'
import { test as serverTest } from '../../../../testing/server/fixtures.ts'
import { changeRows } from '../../../../testing/server/rows.ts'

const test = serverTest
  .extend('idle', { scope: 'file' }, ({ db }) => addCustomer(db, 300))
  .extend('ask', ({ server }) => {
    return async (user: TestShopUser) => server.call<Order[]>(user, '/eventmanager/ordersbysubscriber')
  })
  .extend('list', ({ ask }) => async (user: TestShopUser) => {
    const { status, envelope } = await ask(user)
    expect(status).toBe(200)
    return listOrdersSchema.data.parse(envelope.responseData)
  })

describe('the list of orders', () => {
  test.beforeAll(async ({ seed, own, foreign, db }) => {
    const { addEvent, addOrder, addParticipation } = seed
    await addEvent(1, '2026-03-02', { caption: 'Event "1" & <Co>', to_date: '2026-03-04', location: null })
    await addEvent(2, '2026-03-01')
    await addEvent(2, '2026-09-01', { no: 2, caption: 'Nicht bestellt' })
    await addEvent(3, null)
    await addOrder(own, 10, '2026-01-15T10:00:00Z')
    await addOrder(own, 12, '2026-07-14T22:30:00Z', 'Öllinger "Ö" & Co')
    await addOrder(own, 11, '2026-07-14T22:30:00Z')
    await addOrder(foreign, 20, '2026-08-01T10:00:00Z')
    const { admin, contact, shoplight, shopfull } = own.shopUsers
    for (const event of [1, 2, 3]) await addParticipation(admin, event, { order_no: 12, attended: false })
    for (const [pvaid, names] of Object.entries({
      [contact.contactId]: { last_name: 'Zorn', title: 'Dr.', post_nominal_title: 'MBA' },
      [shoplight.contactId]: { last_name: 'Ärmel', title: '' },
      [shopfull.contactId]: { last_name: 'Bauer', first_name: null }
    })) {
      await changeRows(db, 'persons', { person_id: Number(pvaid) }, names)
    }
    for (const user of [contact, shoplight, shopfull]) await addParticipation(user, 2, { order_no: 12 })
    await addParticipation(contact, 1)
    await addParticipation(foreign.shopUsers.contact, 2, { order_no: 20 })
  })

  test.for(['admin', 'shopfull'] as const)(
    'shows %s the orders of its own company, newest first',
    async (right, { list, own, foreign, idle }) => {
      expect((await list(own.shopUsers[right])).map(({ no }) => no)).toEqual([12, 11, 10])
      expect((await list(foreign.shopUsers[right])).map(({ no }) => no)).toEqual([20])
      expect(await list(idle.shopUsers[right])).toEqual([])
    }
  )

  /** A participant, with the keys of a confirmation. */
  const named = (caption: string) => ({
    caption,
    participantId: expect.any(Number) as number,
    contactCompany: 1,
    contactId: expect.any(Number) as number
  })

  test('writes an order with its events in the order of time and their participants by name', async ({ list, own }) => {
    const [order] = await list(own.shopUsers.admin)
    expect(order).toEqual({
      no: 12,
      date: '2026-07-15T00:30:00+02:00',
      orderedFrom: 'Öllinger "Ö" & Co',
      events: [
        {
          caption: 'Event 2',
          eventId: 2,
          no: 1,
          from: '2026-03-01',
          to: '2026-03-01',
          location: 'Wien',
          state: null,
          participants: ['Anna admin', 'Anna Ärmel', 'Bauer', 'Dr. Anna Zorn MBA'].map(named)
        },
        {
          caption: 'Event "1" & <Co>',
          eventId: 1,
          no: 1,
          from: '2026-03-02',
          to: '2026-03-04',
          location: null,
          state: null,
          participants: [named('Anna admin')]
        },
        {
          caption: 'Event 3',
          eventId: 3,
          no: 1,
          from: null,
          to: null,
          location: 'Wien',
          state: null,
          participants: [named('Anna admin')]
        }
      ]
    })
  })

  test('dates an order by the provider’s clock, and lists one without events', async ({ list, own }) => {
    const dates = (await list(own.shopUsers.admin)).map(({ date, events }) => [date, events.length])
    expect(dates).toEqual([
      ['2026-07-15T00:30:00+02:00', 3],
      ['2026-07-15T00:30:00+02:00', 0],
      ['2026-01-15T11:00:00+01:00', 0]
    ])
  })

  test('tells the state of each participant who is not booked', async ({ seed, db, customer, list }) => {
    await seed.addEvent(9, '2026-04-01')
    for (const no of [90, 91]) await seed.addOrder(customer, no, '2026-02-01T10:00:00Z')
    const { admin, contact } = customer.shopUsers
    const states = ['booked', 'waiting', 'cancelled', 'rebooked'] as const
    for (const state of states) await seed.addParticipation(contact, 9, { order_no: 90, state })
    await seed.addParticipation(contact, 9, { order_no: 91 })
    const participants = async () =>
      (await list(admin)).map(({ no, events }) => [
        no,
        events.map((event) =>
          event.participants.map(({ caption: name, state }) => ({ caption: name, ...(state && { state }) }))
        )
      ])
    const caption = 'Anna contact'
    expect(await participants()).toEqual([
      [91, [[{ caption }]]],
      [90, [[{ caption }, ...states.slice(1).map((state) => ({ caption, state }))]]]
    ])
    // An event whose bookings are all cancelled was ordered nevertheless.
    await changeRows(db, 'participations', { order_no: 91 }, { state: 'cancelled' })
    expect((await participants())[0]).toEqual([91, [[{ caption, state: 'cancelled' }]]])
  })

  test('never names a person of another company', async ({ seed, db, foreign, list, own }) => {
    const { addParticipation } = seed
    await db.deleteFrom('participations').where('contact_id', '=', foreign.shopUsers.shoplight.contactId).execute()
    await addParticipation(foreign.shopUsers.shoplight, 3, { participant_id: 999, order_no: 10 })
    expect((await list(own.shopUsers.admin)).find(({ no }) => no === 10)?.events).toEqual([])
  })
})
