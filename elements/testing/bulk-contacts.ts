import { expect } from 'vitest'
import { page } from 'vitest/browser'
import { keys, openContactList } from './contact-form.ts'
import { success } from './mock-backend.ts'

export const announced = { features: ['bulk-contacts', 'access'], idempotencyKeys: true }
export const open = page.getByRole('button', { name: 'Mehrere Kontakte hinzufügen' })
export const rows = page.getByLabelText('Zeilen aus einer Tabelle')
const check = page.getByRole('button', { name: 'Prüfen' })
export const create = page.getByRole('button', { name: /^Anlegen/ })
export const created = success({ ...keys, ASP_PVAID: 8, ASP_KONTAKTID: 50_008, VERSION: 1 })
/** The line and the result of each row of the preview. */
export const results = () =>
  [...page.getByRole('table').element().querySelectorAll('tbody tr')].map((row) => [
    row.querySelector('td')?.textContent,
    row.querySelector('td:last-child')?.textContent
  ])

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
