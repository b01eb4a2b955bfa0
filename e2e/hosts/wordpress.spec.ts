import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { Center } from '../support/center.ts'
import { account, readStartPage, startCommand, stopCommand, watchConsole } from '../support/start-page.ts'
import { expect, test } from './test.ts'

const server = 'http://127.0.0.1:4390'
const root = fileURLToPath(new URL('../..', import.meta.url))

/** Logs in to WordPress; the password of each person is the name. */
async function logIn(page: Page, origin: string, name: string): Promise<void> {
  await page.goto(`${origin}/wp-login.php`)
  await page.getByLabel('Username or Email Address').fill(name)
  await page.getByLabel('Password', { exact: true }).fill(name)
  await page.getByRole('button', { name: 'Log In' }).click()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
}

/** Gives a new post or page a title and the block. */
async function placeBlock(page: Page, title: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Add title' }).fill(title)
  await page.getByRole('textbox', { name: 'Add title' }).press('Enter')
  await page.keyboard.type('/Kundencenter')
  await page.getByRole('option', { name: 'Kundencenter' }).click()
}

/** Publishes what is in the editor, and follows the link to it. */
async function publish(page: Page, link: string): Promise<void> {
  const panel = page.getByRole('region', { name: 'Editor publish' })
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await panel.getByRole('button', { name: 'Publish', exact: true }).click()
  await panel.getByRole('link', { name: link }).click()
}

test('the steps of the page of five minutes lead to the invoices', async ({ page, appServer }) => {
  const { files } = await readStartPage('wordpress')
  const backend = await startCommand(files.get('backend') ?? '', root, 'http://127.0.0.1:4000/')
  try {
    await logIn(page, appServer.origin, 'admin')
    await page.goto(`${appServer.origin}/wp-admin/plugins.php`)
    await page.getByRole('link', { name: 'Deactivate Kundencenter' }).click()
    await page.getByRole('link', { name: 'Activate Kundencenter' }).click()
    await page.goto(`${appServer.origin}/wp-admin/options-general.php?page=customer-center`)
    await page.getByLabel('Adresse des Servers').fill('http://127.0.0.1:4000')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await page.goto(`${appServer.origin}/wp-admin/post-new.php?post_type=page`)
    await placeBlock(page, 'Konto')
    await publish(page, 'View Page')
    await expect(page.locator('customer-center')).toBeAttached()
    const faults = watchConsole(page)
    const center = new Center(page, page.url())
    await center.logIn(account)
    await expect(center.menu).toBeAttached()
    await center.open('invoices')
    await expect(page.locator('customer-center')).toContainText('1.782,00 €')
    expect(faults).toEqual([])
    await page.goto(`${appServer.origin}/wp-admin/options-general.php?page=customer-center`)
    await page.getByLabel('Adresse des Servers').fill(server)
    await page.getByRole('button', { name: 'Save Changes' }).click()
  } finally {
    stopCommand(backend)
  }
})

test('an author places the block, and its choices are the attributes', async ({ page, appServer, product }) => {
  await logIn(page, appServer.origin, 'author')
  await page.goto(`${appServer.origin}/wp-admin/post-new.php`)
  await placeBlock(page, 'Teilnehmer')
  await page.getByLabel('Element', { exact: true }).selectOption('Teilnehmer anlegen')
  await page.getByLabel('Sprache').selectOption('de-ch')
  await publish(page, 'View Post')
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
