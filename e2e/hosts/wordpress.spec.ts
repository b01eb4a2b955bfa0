import type { Page } from '@playwright/test'
import { expect, test } from './test.ts'

const server = 'http://127.0.0.1:4390'

/** Logs in to WordPress; the password of each person is the name. */
async function logIn(page: Page, origin: string, name: string): Promise<void> {
  await page.goto(`${origin}/wp-login.php`)
  await page.getByLabel('Username or Email Address').fill(name)
  await page.getByLabel('Password', { exact: true }).fill(name)
  await page.getByRole('button', { name: 'Log In' }).click()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
}

test('an author places the block, and its choices are the attributes', async ({ page, appServer, product }) => {
  await logIn(page, appServer.origin, 'author')
  await page.goto(`${appServer.origin}/wp-admin/post-new.php`)
  await page.getByRole('textbox', { name: 'Add title' }).fill('Teilnehmer')
  await page.getByRole('textbox', { name: 'Add title' }).press('Enter')
  await page.keyboard.type('/Kundencenter')
  await page.getByRole('option', { name: 'Kundencenter' }).click()
  await page.getByLabel('Element', { exact: true }).selectOption('Teilnehmer anlegen')
  await page.getByLabel('Sprache').selectOption('de-ch')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page
    .getByRole('region', { name: 'Editor publish' })
    .getByRole('button', { name: 'Publish', exact: true })
    .click()
  await page.getByRole('region', { name: 'Editor publish' }).getByRole('link', { name: 'View Post' }).click()
  const element = page.locator('customer-contact')
  await expect(element).toHaveAttribute('language', 'de-ch')
  await expect(element).toHaveAttribute('config-url', `${product.url}/elements/assets/config.prod.json`)
  await expect(page.getByRole('button', { name: 'Neuen Teilnehmer erstellen' })).toBeVisible()
})

test('an author cannot choose the server that gets the passwords', async ({ page, appServer }) => {
  await page.goto(`${appServer.origin}/tag/`)
  await expect(page.getByText('Text', { exact: true })).toBeVisible()
  await expect(page.locator('customer-center')).toHaveCount(0)
  await page.goto(`${appServer.origin}/hostile/`)
  const shown = await page
    .locator('customer-center')
    .evaluateAll((elements) =>
      elements.map(({ attributes }) => Object.fromEntries([...attributes].map(({ name, value }) => [name, value])))
    )
  const config = { 'config-url': `${server}/elements/assets/config.prod.json` }
  expect(shown).toEqual([
    { ...config, 'route-prefix': 'a" onclick="hacked=1' },
    { ...config, 'route-prefix': '">hacked=1' }
  ])
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
})

test('an administrator names the server, and reads what that has to allow', async ({ page, appServer }) => {
  await logIn(page, appServer.origin, 'admin')
  await page.goto(`${appServer.origin}/wp-admin/options-general.php?page=customer-center`)
  await expect(page.getByText(`CORS_ORIGINS=${appServer.origin}`)).toBeVisible()
  const address = page.getByLabel('Adresse des Servers')
  await address.fill('javascript:alert(1)')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Das ist keine Adresse eines Servers.')).toBeVisible()
  await expect(address).toHaveValue(server)
  await address.fill(`${appServer.origin}/konto/`)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(address).toHaveValue(`${appServer.origin}/konto`)
  await expect(page.getByText('CORS_ORIGINS')).toHaveCount(0)
  await address.fill('')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await page.goto(`${appServer.origin}/`)
  await page.getByRole('link', { name: 'Bitte die Adresse des Servers eintragen.' }).click()
  await expect(address).toHaveValue('')
  await page.context().clearCookies()
  await page.goto(`${appServer.origin}/`)
  await expect(page.getByText('Ihr Kundenkonto wird geladen.')).toBeVisible()
})
