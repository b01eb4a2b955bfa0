import { test as base, expect, type Page } from '@playwright/test'
import { Center } from '../support/center.ts'
import { addContact } from '../support/contacts.ts'
import { startProduct, type Product } from '../support/product.ts'
import { type AppServer, serveApp } from './app-server.ts'

const app = process.env['HOST_APP']
if (!app) throw new Error('HOST_APP names the app: a folder of e2e/hosts.')

interface Fixtures {
  /** The customer center in the app, with an admin logged in by its form. */
  readonly center: Center
}

const test = base.extend<Fixtures, { appServer: AppServer; product: Product }>({
  appServer: [
    async ({}, use) => {
      const server = await serveApp(app)
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 180_000 }
  ],
  product: [
    async ({ appServer }, use) => {
      // The apps are built with this address.
      const product = await startProduct({ PORT: '4390', CORS_ORIGINS: appServer.origin })
      await use(product)
      await product.stop()
    },
    { scope: 'worker', timeout: 180_000 }
  ],
  center: async ({ page, product, appServer }, use) => {
    const errors: string[] = []
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
    page.on('pageerror', (error) => errors.push(error.message))
    const center = new Center(page, `${appServer.origin}/`)
    await center.open()
    await page.evaluate(() => Object.assign(window, { samePage: true }))
    const admin = product.accounts.find(({ right }) => right === 'admin')
    if (!admin) throw new Error('The demo has no admin.')
    await center.logIn(admin)
    await expect(center.menu).toBeAttached()
    await use(center)
    // What the app's framework says of the element, such as markup that differs from the server's, stands there too.
    expect(errors).toEqual([])
    expect(await isSamePage(page), 'the page was not loaded again').toBe(true)
  }
})

const isSamePage = (page: Page) => page.evaluate(() => 'samePage' in window)

/** Leads to a screen by the menu. */
async function follow({ page, menu }: Center, name: string): Promise<void> {
  const link = menu.getByRole('link', { name, exact: true })
  await expect(link).toBeAttached()
  await page.getByRole('link', { name, exact: true }).first().click()
}

test('a script is opened in a tab, and downloaded', async ({ center, page }) => {
  await follow(center, 'Skripte')
  await expect(center.heading('Skripte')).toBeVisible()
  const opening = page.waitForEvent('popup')
  await page
    .getByRole('button', { name: /^Öffnen/ })
    .first()
    .click()
  const tab = await opening
  await tab.waitForURL(/^blob:/)
  await tab.close()
  const saving = page.waitForEvent('download')
  await page
    .getByRole('button', { name: /^Download/ })
    .first()
    .click()
  expect((await saving).suggestedFilename()).toMatch(/\.\w+$/)
})

test('the element has the properties that the app sets, and the app hears its events', async ({ center, page }) => {
  await expect(center.menu.getByRole('link', { name: 'Rechnungen' })).toBeAttached()
  await expect(center.menu.getByRole('link', { name: 'Webinare' })).not.toBeAttached()
  await follow(center, 'Rechnungen')
  await expect(page.locator('#route')).toHaveText('invoices')
})

test('a contact is created in the form', async ({ center, page }) => {
  await addContact(center, 'Gastgeber', 'gastgeber@example.com')
  await page.getByLabel('Suche').fill('Gastgeber')
  await expect(page.getByText('Gastgeber').first()).toBeVisible()
})

test('an hour record is made and downloaded', async ({ center, page }) => {
  await center.open('confirmations/education')
  await expect(center.heading('Stundennachweis')).toBeVisible()
  await page.getByRole('button', { name: 'Erstellen' }).click()
  const download = page.getByRole('button', { name: /^Download/ })
  await expect(download).toBeEnabled()
  const saving = page.waitForEvent('download')
  await download.click()
  expect((await saving).suggestedFilename()).toMatch(/\.pdf$/)
})

test('back and forward lead through the screens without loading the page again', async ({ center, page }) => {
  await follow(center, 'Skripte')
  await expect(center.heading('Skripte')).toBeVisible()
  await follow(center, 'Rechnungen')
  await expect(center.heading('Rechnungen')).toBeVisible()
  await page.goBack()
  await expect(center.heading('Skripte')).toBeVisible()
  await page.goBack()
  await expect(center.heading('Übersicht')).toBeVisible()
  await page.goForward()
  await expect(center.heading('Skripte')).toBeVisible()
  await page.goForward()
  await expect(center.heading('Rechnungen')).toBeVisible()
})

test('the app takes the element out of the page and brings it back, logged in', async ({ center, page }) => {
  await follow(center, 'Skripte')
  await expect(center.heading('Skripte')).toBeVisible()
  await page.getByRole('button', { name: 'Warenkorb' }).click()
  await expect(page.getByRole('heading', { name: 'Warenkorb' })).toBeVisible()
  await expect(page.locator('customer-center')).not.toBeAttached()
  if (new URL(page.url()).pathname === '/warenkorb') {
    await page.goBack()
    await expect(center.heading('Skripte')).toBeVisible()
    await page.goForward()
    await expect(page.getByRole('heading', { name: 'Warenkorb' })).toBeVisible()
  }
  await page.getByRole('button', { name: 'Konto', exact: true }).click()
  await expect(center.menu).toBeAttached()
  await follow(center, 'Rechnungen')
  await expect(center.heading('Rechnungen')).toBeVisible()
})
