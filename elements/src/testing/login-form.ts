import { page } from 'vitest/browser'

/** Fills in and submits the first login form on the page; the mock backend ignores the credentials. */
export async function submitLogin(): Promise<void> {
  await page.getByLabelText('Kundennummer').first().fill('20417')
  await page.getByLabelText('Benutzername').first().fill('anna@example.at')
  await page.getByLabelText('Passwort', { exact: true }).first().fill('geheim1')
  await page.getByRole('button', { name: 'Anmelden' }).first().click()
}
