import type { Page } from '@playwright/test'
import { tokenOf } from '../testing/product.ts'
import { expect, test } from './support/test.ts'

declare global {
  interface Window {
    /** The element that the page has taken out and does not hold on to. */
    taken?: WeakRef<Element>
  }
}

/** Takes the element out once its reads are over: one that was taken out amid them stayed in 1 of some 200 runs. */
async function takeOut(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => {
    const element = document.querySelector('customer-center')
    window.taken = new WeakRef(element!)
    element?.remove()
  })
}

async function isCollected(page: Page): Promise<boolean> {
  await page.requestGC()
  return page.evaluate(() => window.taken?.deref() === undefined)
}

for (const [name, hash] of [
  ['the overview', '#/'],
  ['the contacts', '#/mydata/contacts'],
  ['the form of a new contact', '#/mydata/contacts?form=new'],
  ['the hour record', '#/confirmations/education'],
  ['the login', '#/']
] as const)
  test(`an element goes with the last reference: ${name}`, async ({ page, product, showCenter, account }) => {
    const token = name === 'the login' ? '' : await tokenOf(account('admin'), product)
    await page.addInitScript(() => document.addEventListener('ready', () => (document.title = 'Bereit')))
    await showCenter({ attributes: `session-token="${token}"`, path: `/${hash}` })
    const content = name === 'the login' ? page.getByLabel('Kundennummer') : page.getByRole('heading', { level: 1 })
    await expect(content).toBeVisible()
    await expect(page).toHaveTitle('Bereit')
    await takeOut(page)
    await expect.poll(() => isCollected(page)).toBe(true)
  })

test('an element goes although the browser watches its form', async ({ page, product, showCenter, account }) => {
  const token = await tokenOf(account('admin'), product)
  await showCenter({ attributes: `session-token="${token}"`, path: '/#/mydata/contacts?form=new' })
  await page.getByLabel('Anrede').selectOption('Frau')
  // Chromium's autofill takes an answer after a choice for that to the form, and watches it from then on.
  await page.evaluate(async () => (await fetch('/')).text())
  await takeOut(page)
  await expect.poll(() => isCollected(page)).toBe(true)
})
