import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { listEventsBySubscriberSchema } from '@customer-center/contract/event'
import type { WireRow } from '@customer-center/contract/field-codes'
import type { RightName } from '@customer-center/contract/rights'
import { addCustomer, type TestShopUser } from '../../../../testing/server/customer.ts'
import { test as serverTest } from '../../../../testing/server/fixtures.ts'

const paths = ['/eventmanager/eventsbysubscriber', '/eventmanager/eventsbyparticipant'] as const
type Path = (typeof paths)[number]
type Query = Record<string, string>

const test = serverTest
  .extend('ask', ({ server }) => {
    return async (user: TestShopUser, query: Query = {}, path: Path = paths[0]) =>
      server.call<WireRow[]>(user, `${path}?${new URLSearchParams(query).toString()}`)
  })
  .extend('list', ({ ask }) => async (user: TestShopUser, query: Query = {}, path: Path = paths[0]) => {
    const { status, envelope } = await ask(user, query, path)
    expect(status).toBe(200)
    return listEventsBySubscriberSchema.data.parse(envelope.responseData)
  })
  .extend('events', ({ list }) => {
    return async (user: TestShopUser, query: Query = {}, path: Path = paths[0]) =>
      (await list(user, query, path)).map((row) => row['VER_ID'])
  })
  .extend('data', { scope: 'file', auto: true }, async ({ seed, own, foreign }) => {
    const { addEvent, addParticipation } = seed
    await addEvent(1, '2026-01-10', { caption: 'Event "1" & <Co>' })
    await addEvent(1, '2025-01-10', { no: 2, caption: 'Nicht besucht' })
    await addEvent(2, '2026-03-30', { to_date: '2026-04-02' })
    await addEvent(3, '2026-02-28')
    await addEvent(4, null)
    await addEvent(5, '2026-05-01', { to_date: null })
    await addEvent(6, '2026-06-01')
    await addEvent(7, '2020-01-01', { to_date: '2200-01-01' })
    const { contact, shoplight, admin } = own.shopUsers
    const participation = await addParticipation(contact, 1)
    for (const event of [2, 3, 4, 5, 7]) await addParticipation(contact, event)
    await addParticipation(contact, 6, { attended: false })
    await addParticipation(shoplight, 1)
    await addParticipation(admin, 3)
    await addParticipation(foreign.shopUsers.contact, 6)
    return { participation }
  })

describe('the events of a participant', () => {
  const keyOf = ({ providerId, customerId, personId }: TestShopUser): Query => ({
    company: String(providerId),
    id: String(customerId),
    contactCompany: String(providerId),
    contactId: String(personId)
  })

  describe.each(paths)('at %s', (path) => {
    test.for<[RightName, number[]]>([
      ['admin', [5, 2, 3, 3, 1, 1, 4]],
      ['shopfull', [5, 2, 3, 3, 1, 1, 4]],
      ['contact', [5, 2, 3, 1, 4]],
      ['shoplight', [1]]
    ])('%s gets what it may see of its own company, newest first', async ([right, expected], { events, own }) => {
      expect(await events(own.shopUsers[right], {}, path)).toEqual(expected)
    })

    test.for<[RightName, number[]]>([
      ['admin', [5, 2, 3, 1, 4]],
      ['shopfull', [5, 2, 3, 1, 4]],
      ['contact', [5, 2, 3, 1, 4]],
      ['shoplight', []]
    ])('%s who names a contact gets what the own right shows', async ([right, expected], { events, own }) => {
      expect(await events(own.shopUsers[right], keyOf(own.shopUsers.contact), path)).toEqual(expected)
    })

    test('somebody who attended nothing gets an empty list', async ({ events, own, foreign }) => {
      expect(await events(own.shopUsers.admin, keyOf(own.shopUsers.shopfull), path)).toEqual([])
      expect(await events(foreign.shopUsers.shoplight, {}, path)).toEqual([])
    })

    test.for<[string, Query, number[]]>([
      ['no day', { from: '', to: '' }, [5, 2, 3, 1, 4]],
      ['a period', { from: '01.02.2026', to: '30.04.2026' }, [2, 3]],
      ['the last day of an event', { from: '02.04.2026', to: '02.04.2026' }, [2]],
      ['the day after it', { from: '03.04.2026', to: '30.04.2026' }, []],
      ['the first day of an event', { from: '01.03.2026', to: '30.03.2026' }, [2]],
      ['the day before it', { from: '01.03.2026', to: '29.03.2026' }, []],
      ['a beginning alone', { from: '01.03.2026' }, [5, 2]],
      ['an end alone', { to: '28.02.2026' }, [3, 1]],
      ['an event of one day without an end', { from: '01.05.2026', to: '01.05.2026' }, [5]],
      ['a period that ends before it begins', { from: '01.04.2026', to: '01.02.2026' }, []],
      ['the last day of the calendar', { to: '31.12.9999' }, [5, 2, 3, 1]]
    ])('takes a period by the days that an event touches: %s', async ([, period, expected], { events, own }) => {
      expect(await events(own.shopUsers.contact, period, path)).toEqual(expected)
    })

    test('refuses days and numbers that are none', async ({ own, server }) => {
      const days = ['31.02.2026', '1.2.2026', '2026-02-01', '01.01.0000', 'heute', '01.01.2026 ', "' or 1=1 --"]
      const numbers = ['x', '-1', '1.5', '2147483648', '０']
      const queries = [
        ...days.flatMap((day) => [{ from: day }, { to: day }]),
        ...numbers.flatMap((no) => ['company', 'id', 'contactCompany', 'contactId'].map((name) => ({ [name]: no })))
      ]
      for (const query of queries) {
        const [name] = Object.keys(query)
        const { status, envelope } = await server.call(
          own.shopUsers.admin,
          `${path}?${new URLSearchParams(query).toString()}`
        )
        const { Errors } = envelope.responseResult
        expect([status, Errors], JSON.stringify(query)).toEqual([400, [`Die Angabe ${name} fehlt oder ist ungültig.`]])
      }
    })
  })

  test('counts an event as over on its last day, by the clock of the provider', async ({ db, seed, events }) => {
    const { contact } = (await addCustomer(db, 300)).shopUsers
    const { rows } = await sql<{ today: string; later: string }>`
      select (now() at time zone 'Europe/Vienna')::date::text as today,
             (now() at time zone 'Europe/Vienna')::date + 2 || '' as later`.execute(db)
    const { today = '', later = '' } = rows[0] ?? {}
    const { addEvent, addParticipation } = seed
    await addEvent(31, '2020-01-01', { to_date: today })
    await addEvent(32, today, { to_date: later })
    for (const event of [31, 32]) await addParticipation(contact, event, { participant_id: 300 + event })
    expect(await events(contact)).toEqual([31])
  })

  test('of a person of two customers each gets what was attended for it', async ({ db, own, seed, events }) => {
    const { admin, contact } = (await addCustomer(db, 400)).shopUsers
    const link = { provider_id: 1, contact_id: 190, customer_id: own.customerId, person_id: contact.personId }
    await db.insertInto('contacts').values(link).execute()
    const { addParticipation } = seed
    await addParticipation(contact, 1, { participant_id: 401 })
    await addParticipation({ customerId: own.customerId, contactId: 190 }, 3, { participant_id: 402 })
    const contactId = String(contact.personId)
    expect(await events(admin, { contactId })).toEqual([1])
    expect(await events(own.shopUsers.shopfull, { contactId })).toEqual([3])
  })

  test('writes every field of an event', async ({ list, own, ask, data: { participation } }) => {
    const rows = await list(own.shopUsers.contact)
    expect(rows.find((row) => row['VER_ID'] === 1)).toEqual({
      VER_BEZEICHNUNG: 'Event "1" & <Co>',
      VER_ID: 1,
      VER_LFDNR: 1,
      VER_TEILNEHMERID: participation,
      VER_VON: '2026-01-10',
      VER_BIS: '2026-01-10'
    })
    expect(rows.at(-1)).toMatchObject({ VER_VON: null, VER_BIS: null })
    expect((await ask(own.shopUsers.contact)).text).toBe((await ask(own.shopUsers.contact, {}, paths[1])).text)
  })

  test('gives the fields that RES_FIELDS names, for any number of sets', async ({ own, server, ask }) => {
    const { contact } = own.shopUsers
    const codes = ['VER_BEZEICHNUNG', 'VER_ID', 'VER_LFDNR', 'VER_TEILNEHMERID', 'VER_VON', 'VER_BIS']
    const sets = codes.flatMap((a) => codes.map((b) => [...new Set([a, b])].toSorted()))
    for (const set of sets) {
      const path = `${paths[0]}?RES_FIELDS=${set.toReversed().join()}`
      const { envelope } = await server.call<WireRow[]>(contact, path)
      expect(envelope.responseData.map((row) => Object.keys(row).toSorted())).toEqual(Array(5).fill(set))
    }
    const { status, envelope } = await ask(contact, { RES_FIELDS: 'VER_ID,participant_id' })
    expect([status, envelope.responseResult.Errors]).toEqual([400, ['Unbekanntes Feld: participant_id']])
  })
})
