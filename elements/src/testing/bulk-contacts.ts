import { expect } from 'vitest'
import { page } from 'vitest/browser'
import { openContactList } from './contact-form.ts'

export const announced = { features: ['bulk-contacts'], idempotencyKeys: true }
export const open = page.getByRole('button', { name: 'Mehrere Kontakte hinzufügen' })
export const rows = page.getByLabelText('Zeilen aus einer Tabelle')
const check = page.getByRole('button', { name: 'Prüfen' })

export async function openBulk(answers = {}, config: object = {}) {
  const opened = await openContactList({ config: { ...announced, ...config }, answers })
  await open.click()
  await expect.element(rows).toBeVisible()
  return opened
}

export async function paste(text: string) {
  await rows.fill(text)
  await check.click()
}

export const two =
  'Anrede\tVorname\tNachname\tE-Mail\nFrau\tIda\tBerger\tida@example.at\nHerr\tJan\tMoser\tjan@example.at'
