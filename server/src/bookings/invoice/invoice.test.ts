import type { Invoice } from '@customer-center/contract/invoice'
import { listInvoicesSchema } from '@customer-center/contract/invoice.schema'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../platform/database/connection.ts'
import { type TestApp, startApp } from '../../testing/app.ts'
import { authorized, call } from '../../testing/calls.ts'
import { addCompany, type TestCompany, type TestUser } from '../../testing/company.ts'
import { testDatabases } from '../../testing/test-database.ts'
import { seed } from '../../testing/seed.ts'

describe.each(testDatabases())('the list of invoices, on the $name database', ({ open }) => {
  let database: Database
  let server: TestApp
  let own: TestCompany
  let foreign: TestCompany

  const list = async (user: TestUser) =>
    call<Invoice[]>(server.url, '/eventmanager/invoicebysubscriber', { headers: await authorized(server.url, user) })

  beforeAll(async () => {
    database = await open()
    server = await startApp(database)
    own = await addCompany(database.db, 100)
    foreign = await addCompany(database.db, 200)
    const { addInvoice } = seed(database.db, server.storage)
    await addInvoice(own.id, 'R-1', '2026-01-31')
    await addInvoice(own.id, 'R-3', '2026-03-31')
    await addInvoice(own.id, 'R-2', '2026-03-31')
    await addInvoice(foreign.id, 'R-4', '2026-04-30')
  })
  afterAll(async () => {
    await server.close()
    await database.close()
  })

  test.each(['admin', 'shopfull'] as const)('shows %s the invoices of its own company, newest first', async (right) => {
    const { status, envelope } = await list(own.users[right])
    expect(status).toBe(200)
    const invoices = listInvoicesSchema.data.parse(envelope.responseData)
    expect(invoices.map(({ no, date }) => [no, date])).toEqual([
      ['R-2', '2026-03-31'],
      ['R-3', '2026-03-31'],
      ['R-1', '2026-01-31']
    ])
    expect(invoices[0]).toMatchObject({
      companyNo: 1,
      controlNo: 3,
      documentHash: expect.stringMatching(/^[0-9a-f]{64}$/) as string
    })
  })

  test.each(['contact', 'shoplight'] as const)('refuses them to %s', async (right) => {
    const { status, envelope } = await list(own.users[right])
    expect([status, envelope.responseData]).toEqual([403, null])
  })
})
