import { expect } from '@playwright/test'
import type { Center } from './center.ts'

/** Adds a contact with a shop right in the element, as an admin who is logged in. */
export async function addContact(center: Center, lastName: string, address: string): Promise<void> {
  const { page } = center
  await center.open('mydata/contacts')
  await page.getByRole('button', { name: 'Kontakt hinzufügen' }).click()
  await page.getByLabel('Anrede').selectOption('Frau')
  await page.getByLabel('Vorname').fill('Petra')
  await page.getByLabel('Nachname').fill(lastName)
  await page.getByRole('textbox', { name: /^E-Mail/ }).fill(address)
  await page.getByRole('combobox', { name: 'Berechtigung', exact: true }).selectOption('Shopzugang')
  await page.getByRole('button', { name: 'Speichern' }).click()
  await expect(center.heading('Kontakte')).toBeVisible()
}
