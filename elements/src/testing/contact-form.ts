import type { RightName } from '@customer-center/contract/rights'
import { expect } from 'vitest'
import { page } from 'vitest/browser'
import { contact, descriptors, list } from './contacts.ts'
import { good, loggedIn, type ReceivedRequest } from './mock-backend.ts'

const fields = 'GET /api/webshop/contactfields'
export const values = 'GET /api/webshop/getPossibleValues'
export const put = 'PUT /api/contact'
export const post = 'POST /api/contact'

export const stored = contact(7, 'Eva', 'Maier', {
  ASP_ANREDE: 1,
  ASP_EMAIL: 'eva@example.at',
  ASP_SHOPEMAIL: 'eva@example.at',
  ASP_STRASSE: 'Ring 1',
  ASP_NEWSLETTER: true,
  ASP_FREIFELD16: 'b',
  VERSION: 4
})
export const keys = { ASP_FIRMA: 1, ASP_ID: 1001, ASP_PVAID: 7 }

interface Case {
  row?: object
  right?: RightName
  config?: object
  fieldList?: object[]
  answers?: Record<string, ReturnType<typeof good>>
}

export async function inList({
  row = stored,
  right = 'admin',
  config = {},
  fieldList = descriptors(),
  answers = {}
}: Case = {}) {
  const { backend, element } = await loggedIn(right, { ...config })
  await backend.respond({
    [list]: good([row]),
    [fields]: good(fieldList),
    [values]: good({
      ASP_FREIFELD16: [
        { key: 'a', value: 'Technik' },
        { key: 'b', value: 'Vertrieb' }
      ]
    }),
    [put]: good({ ...keys, ASP_KONTAKTID: 50_007, VERSION: 5, ASP_SHOPEMAIL: 'eva@example.at' }),
    [post]: good({ ...keys, ASP_PVAID: 8, ASP_KONTAKTID: 50_008, VERSION: 1 }),
    ...answers
  })
  await expect.element(page.getByRole('button', { name: /^Bearbeiten: Eva/ })).toBeVisible()
  return { backend, element }
}

export async function inForm(given: Case = {}) {
  const { backend, element } = await inList(given)
  await page.getByRole('button', { name: /^Bearbeiten: Eva/ }).click()
  await expect.element(page.getByLabelText('Nachname')).toBeVisible()
  return { backend, element }
}

export async function inNew(given: Case = {}) {
  const { backend, element } = await inList(given)
  await page.getByRole('button', { name: 'Kontakt hinzufügen' }).click()
  await expect.element(page.getByLabelText('Nachname')).toBeVisible()
  return { backend, element }
}

export const heading = (name: string) => page.getByRole('heading', { level: 1, name })
export const rights = page.getByLabelText('Berechtigung', { exact: true })
export const focused = () => document.querySelector('customer-center')?.shadowRoot?.activeElement
export const save = page.getByRole('button', { name: 'Speichern' })
export const body = (call: ReceivedRequest | undefined) =>
  JSON.parse(call?.body ?? '{}') as { data: Record<string, unknown> }
export const labels = (element: Element) =>
  [...(element.shadowRoot?.querySelectorAll('form label') ?? [])].map((one) => one.textContent)
export const optionsOf = (select: ReturnType<typeof page.getByLabelText>) =>
  [...select.element().querySelectorAll('option')].map((one) => one.textContent)
export const options = (label: RegExp) => optionsOf(page.getByLabelText(label))
