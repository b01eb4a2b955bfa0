import { page } from 'vitest/browser'

/** Fills in the page's first login form, whose customer and person the backend of a test does not ask for, and sends it. */
export async function sendLogin(): Promise<void> {
  await page.getByLabelText('Kundennummer').first().fill('20417')
  await page.getByLabelText('Benutzername').first().fill('anna@example.at')
  await page.getByLabelText('Passwort', { exact: true }).first().fill('geheim1')
  await page.getByRole('button', { name: 'Anmelden' }).first().click()
}
