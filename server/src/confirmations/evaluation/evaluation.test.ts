import { listEvaluationsSchema } from '@customer-center/contract/evaluation.schema'
import type { Wire } from '@customer-center/contract/field-codes'
import { everyRight } from '@customer-center/contract/rights'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../platform/database/connection.ts'
import { type TestApp, startApp } from '../../testing/app.ts'
import { authorized, call } from '../../testing/calls.ts'
import { addCompany, type TestCompany, type TestUser } from '../../testing/company.ts'
import { testDatabases } from '../../testing/test-database.ts'

describe.each(testDatabases())('the list of evaluations, on the $name database', ({ open }) => {
  let database: Database
  let closed: TestApp
  let opened: TestApp
  let own: TestCompany
  let elsewhere: TestCompany

  const ask = async (server: TestApp, user: TestUser, query = '') =>
    call<Wire[]>(server.url, `/evaluation?${query}`, { headers: await authorized(server.url, user) })

  beforeAll(async () => {
    database = await open()
    const { db } = database
    closed = await startApp(database)
    opened = await startApp(database, { config: { routeRights: { 'confirmations/evaluation': ['admin', 'contact'] } } })
    own = await addCompany(db, 100)
    elsewhere = await addCompany(db, 300, 2)
    await db
      .insertInto('evaluations')
      .values([
        { company: 1, interface_id: 1, caption: 'Zeiten' },
        { company: 1, interface_id: 2, caption: 'Ämter' },
        { company: 1, interface_id: 3, caption: 'Besuche "je" Person' },
        { company: 1, interface_id: 4, caption: 'Andere', evaluation_type: 409 },
        { company: 2, interface_id: 1, caption: 'Fremd' }
      ])
      .execute()
  })
  afterAll(async () => {
    await opened.close()
    await closed.close()
    await database.close()
  })

  test.each(everyRight)('is kept from %s until the provider opens its screen', async (right) => {
    const { status, envelope } = await ask(closed, own.users[right])
    expect([status, envelope.responseData]).toEqual([403, null])
    expect((await ask(opened, own.users[right])).status).toBe(['admin', 'contact'].includes(right) ? 200 : 403)
  })

  test('holds those of the caller’s provider and of type 408, by German order of captions', async () => {
    for (const query of ['', 'evaluationType=408']) {
      const { envelope } = await ask(opened, own.users.admin, query)
      expect(listEvaluationsSchema.data.parse(envelope.responseData)).toEqual([
        { AUS_FIRMA: 1, AUS_ID: 2, AUS_BEZEICHNUNG: 'Ämter' },
        { AUS_FIRMA: 1, AUS_ID: 3, AUS_BEZEICHNUNG: 'Besuche "je" Person' },
        { AUS_FIRMA: 1, AUS_ID: 1, AUS_BEZEICHNUNG: 'Zeiten' }
      ])
    }
    const { envelope } = await ask(opened, elsewhere.users.admin)
    expect(envelope.responseData.map((row) => row['AUS_BEZEICHNUNG'])).toEqual(['Fremd'])
  })

  test('gives the fields that RES_FIELDS names, and refuses an unknown one and another type', async () => {
    const { envelope } = await ask(opened, own.users.admin, 'RES_FIELDS=AUS_ID')
    expect(envelope.responseData).toEqual([{ AUS_ID: 2 }, { AUS_ID: 3 }, { AUS_ID: 1 }])
    for (const query of ['RES_FIELDS=caption', 'evaluationType=409', 'evaluationType=', 'evaluationType=408x']) {
      expect((await ask(opened, own.users.admin, query)).status, query).toBe(400)
    }
  })
})
