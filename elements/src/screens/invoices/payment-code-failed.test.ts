import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { atInvoices, openInvoices, rows } from '../../../testing/invoices.ts'

vi.mock('./payment-code.tsx', () => {
  throw new Error('The code cannot be loaded.')
})

atInvoices()

test('a code for banking apps that cannot be loaded leaves no empty square; the data to copy are there', async () => {
  await openInvoices(rows)
  await page.getByRole('button', { name: 'Zahlungsdaten: Rechnung 4711' }).click()
  await expect.element(page.getByRole('button', { name: 'IBAN kopieren' })).toBeVisible()
  await expect.element(page.getByText('Mit der Banking-App scannen')).not.toBeInTheDocument()
})
