import { expect } from 'vitest'
import { page } from 'vitest/browser'

/**
 * Fills in and submits the first login form on the page, where it asks for more than the password all of it; the mock
 * backend ignores the credentials.
 */
export async function submitLogin(): Promise<void> {
  const password = page.getByLabelText('Passwort', { exact: true }).first()
  await expect.element(password).toBeVisible()
  if (page.getByLabelText('Kundennummer').elements().length > 0) {
    await page.getByLabelText('Kundennummer').first().fill('20417')
    const userName = page.getByLabelText('Benutzername')
    if (userName.elements().length > 0) await userName.first().fill('anna@example.at')
  }
  await password.fill('geheim1')
  await page.getByRole('button', { name: 'Anmelden' }).first().click()
}
