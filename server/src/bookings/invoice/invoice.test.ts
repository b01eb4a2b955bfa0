import { describe, expect, onTestFinished } from 'vitest'
import { type Invoice, listInvoicesSchema } from '@customer-center/contract/invoice'
import type { TestShopUser } from '../../../../testing/server/customer.ts'
import { test as serverTest } from '../../../../testing/server/fixtures.ts'
import { changeRows, readRow } from '../../../../testing/server/rows.ts'

const test = serverTest.extend(
  'list',
  ({ server }) =>
    async (user: TestShopUser) =>
      server.call<Invoice[]>(user, '/eventmanager/invoicebysubscriber')
)

describe('the list of invoices', () => {
  test.beforeAll(async ({ seed, own, foreign }) => {
    const { addInvoice } = seed
    const open = { amount: 1234.5, currency: 'EUR', due_date: '2026-02-14', is_paid: false }
    await addInvoice(own.customerId, 'R-1', '2026-01-31', open)
    await addInvoice(own.customerId, 'R-3', '2026-03-31')
    await addInvoice(own.customerId, 'R-2', '2026-03-31')
    await addInvoice(foreign.customerId, 'R-4', '2026-04-30')
  })

  test.for(['admin', 'shopfull'] as const)('shows %s its own company’s invoices', async (right, { list, own }) => {
    const { status, envelope } = await list(own.shopUsers[right])
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
      documentHash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      amount: null,
      isPaid: null
    })
    expect(invoices[2]).toMatchObject({ amount: '1234.50', currency: 'EUR', dueDate: '2026-02-14', isPaid: false })
  })

  test('tells how to pay until it is paid', async ({ customer: { customerId, shopUsers }, seed, list, db }) => {
    await seed.addInvoice(customerId, 'R-7', '2026-03-03')
    await seed.addInvoice(customerId, 'R-8', '2026-03-02', { payment_reference: 'RF18 5390' })
    await seed.addInvoice(customerId, 'R-9', '2026-03-01', { is_paid: true, amount: 1, currency: 'EUR' })
    const ways = async () => {
      const { envelope } = await list(shopUsers.admin)
      const invoices = listInvoicesSchema.data.parse(envelope.responseData)
      return invoices.map(({ iban, payee, paymentReference }) => [iban, payee, paymentReference])
    }
    const { iban: former, name } = await readRow(db, 'providers', { provider_id: 1 })
    onTestFinished(async () => {
      await changeRows(db, 'providers', { provider_id: 1 }, { iban: former, name })
    })
    const setIban = (iban: string) =>
      changeRows(db, 'providers', { provider_id: 1 }, { iban, name: 'Berg Akademie GmbH' })
    await setIban('AT61 1904 3002 3457 3201')
    expect(await ways()).toEqual([
      ['AT61 1904 3002 3457 3201', 'Berg Akademie GmbH', 'R-7'],
      ['AT61 1904 3002 3457 3201', 'Berg Akademie GmbH', 'RF18 5390'],
      [null, null, null]
    ])
    await setIban('')
    expect(await ways()).toEqual([
      [null, null, 'R-7'],
      [null, null, 'RF18 5390'],
      [null, null, null]
    ])
  })
})
