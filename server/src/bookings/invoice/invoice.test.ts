import type { Invoice } from '@customer-center/contract/invoice'
import { listInvoicesSchema } from '@customer-center/contract/invoice.schema'
import { describe, expect } from 'vitest'
import type { TestUser } from '../../testing/company.ts'
import { test as serverTest } from '../../testing/fixtures.ts'

const test = serverTest.extend(
  'list',
  ({ callAs }) =>
    async (user: TestUser) =>
      callAs<Invoice[]>(user, '/eventmanager/invoicebysubscriber')
)

describe('the list of invoices', () => {
  test.beforeAll(async ({ seed, own, foreign }) => {
    const { addInvoice } = seed
    const open = { amount: 1234.5, currency: 'EUR', due_date: '2026-02-14', is_paid: false }
    await addInvoice(own.id, 'R-1', '2026-01-31', open)
    await addInvoice(own.id, 'R-3', '2026-03-31')
    await addInvoice(own.id, 'R-2', '2026-03-31')
    await addInvoice(foreign.id, 'R-4', '2026-04-30')
  })

  test.for(['admin', 'shopfull'] as const)(
    'shows %s the invoices of its own company, newest first',
    async (right, { list, own }) => {
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
        documentHash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
        amount: null,
        isPaid: null
      })
      expect(invoices[2]).toMatchObject({ amount: '1234.50', currency: 'EUR', dueDate: '2026-02-14', isPaid: false })
    }
  )

  test.for(['contact', 'shoplight'] as const)('refuses them to %s', async (right, { list, own }) => {
    const { status, envelope } = await list(own.users[right])
    expect([status, envelope.responseData]).toEqual([403, null])
  })
})
