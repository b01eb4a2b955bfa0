import { describe, expect } from 'vitest'
import { today } from '@customer-center/contract/dates'
import type { DocumentEvent } from '@customer-center/contract/document'
import { type EventLists, eventKeyOf, joinEvents, type JoinedEvent } from '@customer-center/contract/dossier'
import type { WireRow } from '@customer-center/contract/field-codes'
import type { Invoice } from '@customer-center/contract/invoice'
import type { Order } from '@customer-center/contract/order'
import { listOverviewEventsSchema, type Overview } from '@customer-center/contract/overview'
import { mayOpen } from '@customer-center/contract/routes'
import { randomOf } from '../../../../testing/random.ts'
import { addCustomer, type TestShopUser } from '../../../../testing/server/customer.ts'
import { test as serverTest } from '../../../../testing/server/fixtures.ts'
import { addRows } from '../../../../testing/server/rows.ts'
import { seed as seedOf } from '../../../../testing/server/seed.ts'

/** Companies whose rows are compared with their lists. */
const companies = Number(process.env['RANDOM_COMPANIES'] ?? 100)

const inDays = (days: number): string => today(new Date(Date.now() + days * 86_400_000))

const test = serverTest.extend('read', ({ server }) => {
  const data = async <Data>(user: TestShopUser, path: string): Promise<Data> =>
    (await server.call<Data>(user, path)).envelope.responseData
  return {
    events: async (user: TestShopUser) =>
      listOverviewEventsSchema.data.parse(await data(user, '/overview/events')) as JoinedEvent[],
    overview: (user: TestShopUser) => data<Overview>(user, '/overview'),
    /** Reads the lists of the screens that the person may open. */
    lists: async (user: TestShopUser): Promise<EventLists> => {
      const of = async <Row>(route: Parameters<typeof mayOpen>[0], path: string) =>
        mayOpen(route, user.right) ? data<Row[]>(user, `/eventmanager/${path}`) : null
      const links = await of<WireRow & { events?: [] }>('webinars', 'webinarlink')
      const attended = await of<WireRow>('confirmations/participation', 'eventsbysubscriber')
      return {
        orders: await of<Order>('orders', 'ordersbysubscriber'),
        documents: await of<DocumentEvent>('scripts', 'documentsbysubscriber'),
        invoices: await of<Invoice>('invoices', 'invoicebysubscriber'),
        webinars:
          links &&
          links.map((row) => ({ ...row, videolink: row['WEB_LINK'], expiryDate: row['WEB_GUELTIGBIS'] }) as never),
        participations:
          attended &&
          attended.map(
            (row) =>
              ({
                eventId: row['VER_ID'],
                no: row['VER_LFDNR'],
                caption: row['VER_BEZEICHNUNG'],
                from: row['VER_VON'],
                to: row['VER_BIS']
              }) as never
          )
      }
    }
  }
})

const countsOf = (event: JoinedEvent) => ({
  caption: event.caption,
  from: event.from,
  to: event.to,
  webinars: event.webinars,
  documents: event.documents,
  confirmations: event.confirmations,
  invoices: event.invoices
})

describe('rows of events', () => {
  test(
    'have what the lists of the screens have of them, for random companies',
    { timeout: 600_000 },
    async ({ db, server, read, own }) => {
      const random = randomOf(companies)
      const provider_id = own.providerId
      const seed = seedOf(db, server.storage, provider_id)
      // Events with two dates, also on one day, and with equal captions: only both numbers tell them apart.
      const events = Array.from({ length: 60 }, (_, index) => ({ event_id: 9000 + (index >> 1), no: 1 + (index % 2) }))
      for (const { event_id, no } of events) {
        const from = random(8) === 0 ? null : inDays(random(400) - 250)
        const to_date =
          from && (random(3) === 0 ? inDays(Math.round((Date.parse(from) - Date.now()) / 86_400_000) + 2) : from)
        await seed.addEvent(event_id, from, {
          no,
          to_date,
          caption: `Kurs ${random(4)}`,
          state: random(7) === 0 ? 'cancelled' : 'confirmed'
        })
        for (let count = random(3); count > 0; count -= 1) await seed.addScript(event_id, { no })
      }
      let last = 100_000
      for (let company = 0; company < companies; company += 1) {
        const customer = await addCustomer(db, 200_000 + company * 10, provider_id)
        const { customerId, shopUsers } = customer
        const people = [shopUsers.admin, shopUsers.shopfull, shopUsers.contact, shopUsers.shoplight]
        const someOf = <One>(list: readonly One[]) => list[random(list.length)]!
        const orders = Array.from({ length: random(4) }, () => ++last)
        for (const no of orders) await seed.addOrder({ customerId }, no, '2026-01-05T10:00:00Z')
        const bookings = Array.from({ length: random(14) }, () => ({
          provider_id,
          customer_id: customerId,
          participant_id: ++last,
          contact_id: someOf(people).contactId,
          ...someOf(events),
          order_no: random(4) === 0 ? null : (someOf([...orders, null]) ?? null),
          state: someOf(['booked', 'booked', 'booked', 'waiting', 'cancelled', 'rebooked'] as const),
          attended: random(3) > 0
        }))
        if (bookings.length > 0) await addRows(db, 'participations', ...bookings)
        for (const order_no of orders)
          if (random(2)) await seed.addInvoice(customerId, `Z-${order_no}`, '2026-02-01', { order_no })
        for (const { event_id, no } of bookings.slice(0, random(4)))
          await seed.addWebinar(customerId, 'Link', {
            event_id,
            no,
            contact_id: random(2) ? someOf(people).contactId : null,
            expiry_date: someOf([null, inDays(-1), inDays(0), inDays(9)]),
            ...(random(5) === 0 && { link: 'javascript:alert(1)' })
          })
        for (const user of [shopUsers.admin, shopUsers.contact]) {
          const rows = await read.events(user)
          const joined = joinEvents(await read.lists(user), today())
          const byKey = new Map(rows.map((row) => [eventKeyOf(row), row]))
          for (const one of joined) expect(countsOf(byKey.get(eventKeyOf(one))!)).toEqual(countsOf(one))
          // Rows beyond the lists are bookings that no list has yet: not over, without order, documents and invoice.
          const beyond = rows.filter((row) => !joined.some((one) => eventKeyOf(one) === eventKeyOf(row)))
          for (const { documents, confirmations, invoices } of beyond)
            expect([documents, confirmations, invoices ?? 0]).toEqual([0, 0, 0])
          if (user === shopUsers.admin)
            for (const one of joined) {
              const ordered = bookings.some(
                ({ event_id, no, order_no }) =>
                  order_no !== null && eventKeyOf({ eventId: event_id, no }) === eventKeyOf(one)
              )
              if (ordered && bookings.every(({ order_no }) => order_no !== null))
                expect(byKey.get(eventKeyOf(one))).toMatchObject({ persons: one.persons, waiting: one.waiting })
            }
          const mine = bookings.filter(({ contact_id, state }) => contact_id === user.contactId && state === 'booked')
          if (user.right === 'contact')
            expect(new Set(rows.map(eventKeyOf))).toEqual(
              new Set(mine.map((one) => eventKeyOf({ eventId: one.event_id, no: one.no })))
            )
          const { events: first, eventCount } = await read.overview(user)
          expect(first).toEqual(rows.slice(0, 6))
          expect(eventCount).toBe(rows.length)
        }
      }
    }
  )
})
