import { getPossibleValuesSchema } from '@customer-center/contract/possible-values.schema'
import { everyRight } from '@customer-center/contract/rights'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../platform/database/connection.ts'
import { type TestApp, startApp } from '../../testing/app.ts'
import { authorized, call } from '../../testing/calls.ts'
import { addCompany, type TestCompany } from '../../testing/company.ts'
import { testDatabases } from '../../testing/test-database.ts'
import { seedRows } from '../../testing/seed.ts'

describe.each(testDatabases())('the choices of the drop-downs ($name)', ({ open }) => {
  let database: Database
  let server: TestApp
  let own: TestCompany

  beforeAll(async () => {
    database = await open()
    server = await startApp(database)
    own = await addCompany(database.db, 100)
    await addCompany(database.db, 200, 2)
    await seedRows(database.db).addChoices('KND_VERGLEICHSFELD1', [
      ['2', 'Bau "Süd"'],
      ['1', 'Handel']
    ])
    await seedRows(database.db).addChoices('ASP_FREIFELD16', [['a', 'Technik']])
    await seedRows(database.db, 2).addChoices('KND_VERGLEICHSFELD2', [['x', 'fremd']])
  })
  afterAll(async () => {
    await server.close()
    await database.close()
  })

  const ask = async (fields = '', user = own.users.admin) =>
    call(server.url, `/webshop/getPossibleValues${fields}`, { headers: await authorized(server.url, user) })

  test.each(everyRight)(
    '%s reads those asked for, in the order of the shop; without a list there are none',
    async (right) => {
      const { envelope } = await ask('?RES_FIELDS=KND_VERGLEICHSFELD2,KND_VERGLEICHSFELD1', own.users[right])
      expect(getPossibleValuesSchema.data.parse(envelope.responseData)).toEqual({
        KND_VERGLEICHSFELD1: [
          { key: '2', value: 'Bau "Süd"' },
          { key: '1', value: 'Handel' }
        ],
        KND_VERGLEICHSFELD2: []
      })
    }
  )

  test('without RES_FIELDS it answers compare fields 1 to 14 and custom fields 16 and 17', async () => {
    const { envelope } = await ask()
    const compare = Array.from({ length: 14 }, (_, index) => `KND_VERGLEICHSFELD${index + 1}`)
    expect(Object.keys(envelope.responseData as object)).toEqual([...compare, 'ASP_FREIFELD16', 'ASP_FREIFELD17'])
    expect(envelope.responseData).toMatchObject({ ASP_FREIFELD16: [{ key: 'a', value: 'Technik' }] })
  })

  test.each(['KND_ORT', 'KND_VERGLEICHSFELD15', 'VERSION', "x'; --"])(
    '%s has no choices and is unknown',
    async (code) => {
      const { status, envelope } = await ask(`?RES_FIELDS=${encodeURIComponent(code)}`)
      expect([status, envelope.responseResult.Errors]).toEqual([400, [`Unbekanntes Feld: ${code}`]])
    }
  )
})
