import type { Locator, Page } from '@playwright/test'
import { type Center } from '../support/center.ts'
import { app, expect, markPage, type Person, test, viewTransitionOver } from './test.ts'

/** Goes to a screen by the menu. */
async function follow({ page, menu }: Center, name: string): Promise<void> {
  const link = menu.getByRole('link', { name, exact: true })
  await expect(link).toBeAttached()
  await page.getByRole('link', { name, exact: true }).first().click()
}

/** Returns a function that waits for a screen and for the app's view transition. */
function arrivalsOf(center: Center) {
  return async (title: string) => {
    await expect(center.heading(title)).toBeVisible()
    await viewTransitionOver(center.page)
  }
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
  await center.addContact('Gastgeber', 'gastgeber@example.com')
  await page.getByRole('searchbox', { name: 'Teilnehmersuche' }).fill('Gastgeber')
  await expect(page.getByText('Gastgeber').first()).toBeVisible()
})

test('an hour record is made and downloaded', async ({ center, page }) => {
  await center.openHourRecord()
  await expect(center.heading('Stundennachweis')).toBeVisible()
  await page.getByRole('button', { name: 'Erstellen', exact: true }).click()
  // The newest is the first; other tests of this product may have made more.
  const download = page.getByRole('button', { name: /^Download/ }).first()
  await expect(download).toBeEnabled()
  const saving = page.waitForEvent('download')
  await download.click()
  expect((await saving).suggestedFilename()).toMatch(/\.pdf$/)
})

test('back and forward lead through the screens without loading the page again', async ({ center, page }) => {
  const arrives = arrivalsOf(center)
  await follow(center, 'Skripte')
  await arrives('Skripte')
  await follow(center, 'Rechnungen')
  await arrives('Rechnungen')
  for (const title of ['Skripte', 'Übersicht']) {
    await page.goBack()
    await arrives(title)
  }
  for (const title of ['Skripte', 'Rechnungen']) {
    await page.goForward()
    await arrives(title)
  }
})

/** Apps with a router whose own links lead to screens. */
const linking = ['react-router', 'tanstack-router', 'vue', 'next']

if (linking.includes(app))
  test("links of the app's router lead to screens and back", async ({ center, page }) => {
    const link = (name: string) => page.getByRole('link', { name: `${name} im Konto` })
    const arrives = arrivalsOf(center)
    await arrives('Übersicht')
    await link('Rechnungen').click()
    await arrives('Rechnungen')
    await link('Teilnehmer').click()
    await arrives('Kontakte')
    await follow(center, 'Skripte')
    await arrives('Skripte')
    for (const title of ['Kontakte', 'Rechnungen', 'Übersicht']) {
      await page.goBack()
      await arrives(title)
    }
    await page.goForward()
    await arrives('Rechnungen')
    // From a page without the element, too.
    await page.getByRole('button', { name: 'Warenkorb' }).click()
    await expect(page.locator('customer-center')).not.toBeAttached()
    await viewTransitionOver(page)
    await link('Teilnehmer').click()
    await arrives('Kontakte')
  })

test('the app takes the element out of the page and brings it back, logged in', async ({ center, page }) => {
  await follow(center, 'Skripte')
  await expect(center.heading('Skripte')).toBeVisible()
  await page.getByRole('button', { name: 'Warenkorb' }).click()
  await expect(page.getByRole('heading', { name: 'Warenkorb' })).toBeVisible()
  await expect(page.locator('customer-center')).not.toBeAttached()
  if (new URL(page.url()).pathname.startsWith('/warenkorb')) {
    await page.goBack()
    await expect(center.heading('Skripte')).toBeVisible()
    await page.goForward()
    await expect(page.getByRole('heading', { name: 'Warenkorb' })).toBeVisible()
  }
  await page.getByRole('button', { name: 'Konto', exact: true }).click()
  await expect(center.menu).toBeAttached()
  await follow(center, 'Rechnungen')
  await expect(center.heading('Rechnungen')).toBeVisible()
  // Its pages are documents of their own: the login has come back by the cookie.
  if (app === 'wordpress') await markPage(page)
})

// WordPress loads its pages again with another person.
if (app !== 'wordpress')
  test.describe('in a shop with a login of its own', () => {
    test('another person sees what is theirs, and nothing of the one before', async ({ loggedOut, persons }) => {
      const [anna, berta] = persons
      const before = await invoicesOf(loggedOut, anna)
      const after = await invoicesOf(loggedOut, berta)
      expect(after.filter((invoice) => before.includes(invoice))).toEqual([])
      await expect(loggedOut.page.getByText(anna.userName)).not.toBeAttached()
    })

    test('its log-out leaves nothing of the person on the page', async ({ loggedOut, page, persons }) => {
      const [anna] = persons
      await invoicesOf(loggedOut, anna)
      await page.getByRole('button', { name: 'Niemand' }).click()
      await expect(page.getByLabel('Kundennummer')).toBeVisible()
      await expect(page.getByText(anna.userName)).not.toBeAttached()
      await expect(invoices(page)).toHaveCount(0)
    })
  })

/** Logs in to the shop, and reads the list. */
async function invoicesOf(center: Center, { name, userName }: Person): Promise<string[]> {
  const { page } = center
  await page.getByRole('button', { name, exact: true }).click()
  await expect(page.getByText(userName)).toBeVisible()
  await follow(center, 'Rechnungen')
  await expect(invoices(page).first()).toBeVisible()
  return invoices(page).allTextContents()
}

function invoices(page: Page): Locator {
  return page.getByRole('table', { name: 'Rechnungen' }).locator('tbody tr')
}
