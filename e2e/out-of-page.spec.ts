import type { Page } from '@playwright/test'
import { tokenOf } from '../testing/product.ts'
import { expect, test } from './support/test.ts'

declare global {
  interface Window {
    /** The element that the page has taken out and does not hold on to. */
    taken?: WeakRef<Element>
  }
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
    await page.evaluate(() => {
      const element = document.querySelector('customer-center')
      window.taken = new WeakRef(element!)
      element?.remove()
    })
    await expect.poll(() => isCollected(page)).toBe(true)
  })
