import { describe, expect } from 'vitest'
import { listEvaluationsSchema } from '@customer-center/contract/evaluation'
import type { WireRow } from '@customer-center/contract/field-codes'
import { everyRight } from '@customer-center/contract/rights'
import { type TestApp, startApp } from '../../../../testing/server/app.ts'
import { call } from '../../../../testing/server/calls.ts'
import { addCustomer, type TestShopUser } from '../../../../testing/server/customer.ts'
import { test as serverTest } from '../../../../testing/server/fixtures.ts'

const test = serverTest
  .extend('elsewhere', { scope: 'file', auto: true }, ({ db }) => addCustomer(db, 300, 2))
  .extend('ask', ({ server }) => {
    return async ({ url }: TestApp, user: TestShopUser, query = '') =>
      call<WireRow[]>(url, `/evaluation?${query}`, { headers: await server.headersOf(user) })
  })
  .extend('data', { scope: 'file', auto: true }, async ({ database, seed }, { onCleanup }) => {
    const closed = await startApp(database)
    const opened = await startApp(database, {
      config: { routeRights: { 'confirmations/evaluation': ['admin', 'contact'] } }
    })
    onCleanup(async () => {
      await opened.close()
      await closed.close()
    })
    await seed.addEvaluations(
      { interface_id: 1, caption: 'Zeiten' },
      { interface_id: 2, caption: 'Ämter' },
      { interface_id: 3, caption: 'Besuche "je" Person' },
      { interface_id: 4, caption: 'Andere', evaluation_type: 409 },
      { interface_id: 1, caption: 'Fremd', provider_id: 2 }
    )
    return { closed, opened }
  })

describe('the list of evaluations', () => {
  test.for(everyRight)(
    'is kept from %s until the provider opens its screen',
    async (right, { ask, own, data: { closed, opened } }) => {
      const { status, envelope } = await ask(closed, own.shopUsers[right])
      expect([status, envelope.responseData]).toEqual([403, null])
      expect((await ask(opened, own.shopUsers[right])).status).toBe(['admin', 'contact'].includes(right) ? 200 : 403)
    }
  )

  test('holds those of the provider and type, by caption', async ({ ask, own, elsewhere, data: { opened } }) => {
    for (const query of ['', 'evaluationType=408']) {
      const { envelope } = await ask(opened, own.shopUsers.admin, query)
      expect(listEvaluationsSchema.data.parse(envelope.responseData)).toEqual([
        { AUS_FIRMA: 1, AUS_ID: 2, AUS_BEZEICHNUNG: 'Ämter' },
        { AUS_FIRMA: 1, AUS_ID: 3, AUS_BEZEICHNUNG: 'Besuche "je" Person' },
        { AUS_FIRMA: 1, AUS_ID: 1, AUS_BEZEICHNUNG: 'Zeiten' }
      ])
    }
    const { envelope } = await ask(opened, elsewhere.shopUsers.admin)
    expect(envelope.responseData.map((row) => row['AUS_BEZEICHNUNG'])).toEqual(['Fremd'])
  })

  test('gives the fields that RES_FIELDS names, and refuses others', async ({ ask, own, data: { opened } }) => {
    const { envelope } = await ask(opened, own.shopUsers.admin, 'RES_FIELDS=AUS_ID')
    expect(envelope.responseData).toEqual([{ AUS_ID: 2 }, { AUS_ID: 3 }, { AUS_ID: 1 }])
    for (const query of ['RES_FIELDS=caption', 'evaluationType=409', 'evaluationType=', 'evaluationType=408x']) {
      expect((await ask(opened, own.shopUsers.admin, query)).status, query).toBe(400)
    }
  })
})
