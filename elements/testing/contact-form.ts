import { expect } from 'vitest'
import { page } from 'vitest/browser'
import type { RightName } from '@customer-center/contract/rights'
import { contact, contactFieldDescriptors, list } from './contacts.ts'
import { type MockResponses, mountLoggedIn, success } from './mock-backend.ts'

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
/** The values that a save sends of it, unless it is changed: all but those that only the backend writes. */
const { ASP_ANZEIGEEMAIL: _, ...writable } = stored
export { writable }
export const keys = { ASP_FIRMA: 1, ASP_ID: 1001, ASP_PVAID: 7 }

/** The values that a new contact's save sends at least, for the customer that the backend names. */
export const newContact = {
  ...Object.fromEntries(
    contactFieldDescriptors()
      .filter(({ constName }) => constName !== 'ASP_PASSWORT')
      .map(({ constName }) => [constName, null])
  ),
  ASP_FIRMA: 1,
  ASP_ID: 1001,
  ASP_AKTIV: true,
  ASP_NEWSLETTER: false,
  ASP_SHOPRECHTE: 0
}

interface Options {
  row?: object
  right?: RightName
  config?: object
  fieldList?: object[]
  answers?: MockResponses
}

export async function openContactList({
  row = stored,
  right = 'admin',
  config = {},
  fieldList = contactFieldDescriptors(),
  answers = {}
}: Options = {}) {
  const { backend, element } = await mountLoggedIn(
    right,
    { ...config },
    {
      [list]: success([row]),
      [fields]: success(fieldList),
      [values]: success({
        ASP_FREIFELD16: [
          { key: 'a', value: 'Technik' },
          { key: 'b', value: 'Vertrieb' }
        ]
      }),
      [put]: success({ ...keys, ASP_KONTAKTID: 50_007, VERSION: 5, ASP_SHOPEMAIL: 'eva@example.at' }),
      [post]: success({ ...keys, ASP_PVAID: 8, ASP_KONTAKTID: 50_008, VERSION: 1 }),
      ...answers
    }
  )
  await expect.element(page.getByRole('button', { name: /^Bearbeiten: Eva/ })).toBeVisible()
  return { backend, element }
}

export async function openContactForm(options: Options = {}) {
  const { backend, element } = await openContactList(options)
  await page.getByRole('button', { name: /^Bearbeiten: Eva/ }).click()
  await expect.element(page.getByLabelText('Nachname')).toBeVisible()
  return { backend, element }
}

export async function openNewContactForm(options: Options = {}) {
  const { backend, element } = await openContactList(options)
  await page.getByRole('button', { name: 'Kontakt hinzufügen' }).click()
  await expect.element(page.getByLabelText('Nachname')).toBeVisible()
  return { backend, element }
}

/** Fills in what a new contact needs; the fields have the labels of {@link contactFieldDescriptors}. */
export async function fillNewContact(lastName: string, email: string): Promise<void> {
  await page.getByLabelText('Anrede').selectOptions('Frau')
  await page.getByLabelText('Nachname').fill(lastName)
  await page.getByLabelText('E-Mail').fill(email)
}

export const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })
export const rights = page.getByLabelText('Berechtigung', { exact: true })
export const focused = () => document.querySelector('customer-center')?.shadowRoot?.activeElement
export const save = page.getByRole('button', { name: 'Speichern' })
export const labels = (element: Element) =>
  [...(element.shadowRoot?.querySelectorAll('form label') ?? [])].map((one) => one.textContent)
/** The labels of each group of the form by its legend. */
export const groups = (element: Element) =>
  Object.fromEntries(
    [...(element.shadowRoot?.querySelectorAll('form fieldset') ?? [])].map((group) => [
      group.querySelector('legend')?.textContent,
      [...group.querySelectorAll('label')].map((one) => one.textContent)
    ])
  )
export const optionsOf = (select: ReturnType<typeof page.getByLabelText>) =>
  [...select.element().querySelectorAll('option')].map((one) => one.textContent)
export const optionsOfField = (label: RegExp) => optionsOf(page.getByLabelText(label))
