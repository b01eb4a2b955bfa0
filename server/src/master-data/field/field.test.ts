import { listCustomerFieldsSchema } from '@customer-center/contract/field.schema'
import { everyRight } from '@customer-center/contract/rights'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../platform/database/connection.ts'
import { type TestApp, startApp } from '../../testing/app.ts'
import { authorized, call } from '../../testing/calls.ts'
import { addCompany, type TestCompany } from '../../testing/company.ts'
import { testDatabases } from '../../testing/test-database.ts'
import { seedRows } from '../../testing/seed.ts'

describe.each(testDatabases())('the fields of the forms ($name)', ({ open }) => {
  let database: Database
  let server: TestApp
  let own: TestCompany
  let elsewhere: TestCompany

  beforeAll(async () => {
    database = await open()
    server = await startApp(database)
    own = await addCompany(database.db, 100)
    elsewhere = await addCompany(database.db, 200, 2)
    await seedRows(database.db).addFields('customer', {
      KND_PLZ: { description: 'PLZ "neu"', required: true },
      KND_ORT: { description: null, read_only: true },
      KND_TITEL: { display_mode: 0 }
    })
    await seedRows(database.db).addFields('contact', { ASP_ANREDE: {} })
    await seedRows(database.db, 2).addFields('customer', { KND_HOMEPAGE: {} })
  })
  afterAll(async () => {
    await server.close()
    await database.close()
  })

  const list = async (path: string, user = own.users.admin) =>
    (await call(server.url, path, { headers: await authorized(server.url, user) })).envelope.responseData

  test.each(everyRight)('%s reads the descriptors of the company form in the order of the shop', async (right) => {
    const fields = await list('/webshop/customerfields', own.users[right])
    expect(listCustomerFieldsSchema.data.parse(fields)).toEqual([
      { displayMode: 1, constName: 'KND_PLZ', fieldDescription: 'PLZ "neu"', requiredField: true, readOnly: false },
      { displayMode: 1, constName: 'KND_ORT', fieldDescription: null, requiredField: false, readOnly: true },
      { displayMode: 0, constName: 'KND_TITEL', fieldDescription: 'knd_titel', requiredField: false, readOnly: false }
    ])
  })

  test('the contact form has descriptors of its own, and so has each provider', async () => {
    expect(await list('/webshop/contactfields')).toMatchObject([{ constName: 'ASP_ANREDE' }])
    expect(await list('/webshop/customerfields', elsewhere.users.admin)).toMatchObject([{ constName: 'KND_HOMEPAGE' }])
    expect(await list('/webshop/contactfields', elsewhere.users.admin)).toEqual([])
  })
})
