import { axeViolations } from './support/axe.ts'
import { expect, test } from './support/test.ts'

test('in the demo shop an account of the demo sees the plan and creates a participant', async ({ page, product }) => {
  await page.goto(product.url)
  await page.getByLabel('Demo-Konto').selectOption('0')
  await page.getByRole('link', { name: 'Kurs buchen' }).click()
  await expect(page.getByRole('img', { name: 'Sitzplan mit 24 Plätzen' })).toBeVisible()
  await page.getByRole('button', { name: 'Neuen Teilnehmer erstellen' }).click()
  await page.getByLabel('Anrede').selectOption('Frau')
  await page.getByLabel('Vorname').fill('Berta')
  await page.getByLabel('Nachname').fill('Buchung')
  await page
    .locator('customer-contact')
    .getByLabel(/^E-Mail/)
    .fill('berta.buchung@example.at')
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Speichern' }).click()
  await expect(page.getByText(/^Der Shop hat die Person übernommen \(Nummer \d+\)\.$/)).toBeVisible()
  await page.getByRole('button', { name: 'Abmelden' }).click()
  await expect(page.getByText('Bitte melden Sie sich an, um den Plan zu sehen.')).toBeVisible()
})
