import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { atInvoices, due, invoice, openInvoices } from '../../../testing/invoices.ts'

vi.mock('./open-items.tsx', () => {
  throw new Error('The code cannot be loaded.')
})

atInvoices()

test('open items whose code cannot be loaded are reported where every screen reports, and can be asked for again', async () => {
  const { element } = await openInvoices([invoice('1', due('5'))])
  const act = page.getByRole('button', { name: 'Offene Posten drucken' })
  await act.click()
  await expect.element(page.getByText('Die offenen Posten konnten nicht gedruckt werden.')).toBeVisible()
  expect(element.shadowRoot!.querySelector('.kc-main')!.textContent).not.toContain('konnten nicht gedruckt werden')
  await expect.element(act).not.toHaveAttribute('aria-busy')
})
