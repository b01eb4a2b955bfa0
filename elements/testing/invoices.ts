import { beforeEach, expect } from 'vitest'
import { page } from 'vitest/browser'
import { type MockResponses, mountLoggedIn, success } from './mock-backend.ts'

const list = 'GET /api/eventmanager/invoicebysubscriber'
/** An invoice as the backend lists it. */
export const invoice = (no: string, more: object = {}) => ({
  companyNo: 1,
  controlNo: Number(no),
  no,
  date: '2026-10-14',
  documentHash: `key-${no}`,
  ...more
})
/** The provider's account, as an invoice names it. */
export const account = { payee: 'Akademie GmbH', iban: 'AT611904300234573201', paymentReference: '2026/4711' }
/** What an open invoice has beside that. */
export const due = (amount: string, currency = 'EUR', more: object = {}) => ({
  amount,
  currency,
  isPaid: false,
  dueDate: '2026-11-03',
  ...more
})
/** An open invoice and a paid one. */
export const rows = [
  invoice('4711', due('1234.50', 'EUR', account)),
  invoice('4712', { amount: '12.00', isPaid: true })
]
/** Begins each test of a file at the invoices. */
export const atInvoices = () =>
  beforeEach(() => {
    location.hash = '#/invoices'
  })

export async function openInvoices(invoices: readonly object[], config = {}, responses: MockResponses = {}) {
  const mounted = await mountLoggedIn('shopfull', config, { [list]: success(invoices), ...responses })
  await expect.element(page.getByRole('table', { name: 'Rechnungen' })).toBeVisible()
  return mounted
}
