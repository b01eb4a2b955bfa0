import type { Page } from '@playwright/test'
import { demoAccount } from './support/demo-mails.ts'
import { elementScript, shopDocument } from './support/foreign-page.ts'
import { expect, test } from './support/test.ts'

test('the first element of a page brings more than the script', async ({ page, product, foreignPage }) => {
  foreignPage.show(shopDocument(elementScript(product)), { apiUrl: `${product.url}/api` })
  const asked: string[] = []
  page.on('request', (request) => request.url().startsWith(product.url) && asked.push(request.url()))
  await page.goto(foreignPage.origin, { waitUntil: 'networkidle' })
  expect(await page.evaluate(() => customElements.get('customer-center') !== undefined)).toBe(true)
  expect(asked).toEqual([`${product.url}/elements/v1/customer-center.js`])
  await page.evaluate((texts) => {
    const element = document.createElement('customer-center')
    element.setAttribute('texts-url', texts)
    document.body.append(element)
  }, `${product.url}/elements/assets/`)
  await expect(page.getByLabel('Kundennummer')).toBeVisible()
  expect(asked.some((url) => /\/chunks\/app-/.test(url))).toBe(true)
})

/**
 * Measures how much of the page has moved since it was opened by itself, not in answer to the person, and lists the
 * moved parts.
 */
function moved(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] }
    const shifts: Shift[] = []
    const take = (list: PerformanceObserverEntryList) => void shifts.push(...(list.getEntries() as Shift[]))
    new PerformanceObserver(take).observe({ type: 'layout-shift', buffered: true })
    // Layout shifts are reported with the frame that they happened in.
    await new Promise((settle) => requestAnimationFrame(() => requestAnimationFrame(settle)))
    return shifts
      .filter(({ value, hadRecentInput }) => value > 0.005 && !hadRecentInput)
      .map(({ value, sources }) => `${value} ${sources.map(({ node }) => node?.nodeName).join(' ')}`)
  })
}

test('the demo shop page logs an account in, shows the element, and nothing moves', async ({ page, product }) => {
  const problems: string[] = []
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  page.on('pageerror', (error) => problems.push(error.message))
  await page.goto(product.url)
  await (await demoAccount(page, /Administrator/)).click()
  await expect(page.getByRole('navigation', { name: 'Menü' })).toBeAttached()
  await page.reload()
  await expect(page.getByRole('navigation', { name: 'Menü' })).toBeAttached()
  expect(await moved(page)).toEqual([])
  await expect(await demoAccount(page, /Administrator/)).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('link', { name: 'Postfach' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Skripte' }).last().click()
  await expect(page.getByRole('button', { name: /^Download/ }).first()).toBeVisible()
  expect(await moved(page)).toEqual([])
  // A visitor without a session gets a 401 at first, an answer that the element expects and the browser writes into its
  // console.
  expect(problems.filter((text) => !/status of 401/.test(text))).toEqual([])
})
