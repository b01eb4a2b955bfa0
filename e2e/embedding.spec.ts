import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from './support/test.ts'
import { startProduct } from './support/product.ts'

test('a host page from another origin logs in, lists and fetches documents', async ({ page, account }) => {
  let body = ''
  const host = createServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(body)
  )
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve))
  // Another host name as well: to the browser this is another site, not only another port.
  const origin = `http://localhost:${(host.address() as AddressInfo).port}`
  const product = await startProduct({ CORS_ORIGINS: origin })
  body = `<!doctype html><html lang="de"><title>Shop</title><main><customer-center config-url="${product.url}/elements/assets/config.prod.json" texts-url="${product.url}/elements/assets/"></customer-center></main>
    <script type="module" src="${product.url}/elements/customer-center.js"></script></html>`
  try {
    await page.goto(origin)
    const { customerNumber, userName, password } = account('admin')
    await page.getByLabel('Kundennummer').fill(customerNumber)
    await page.getByLabel('Benutzername').fill(userName)
    await page.getByLabel('Passwort', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Anmelden' }).click()
    await page.getByRole('link', { name: 'Rechnungen' }).first().click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page
        .getByRole('button', { name: /^Download/ })
        .first()
        .click()
    ])
    expect(download.suggestedFilename()).toMatch(/\.pdf$/)
    await page.getByRole('button', { name: 'Abmelden' }).click()
    await expect(page.getByLabel('Kundennummer')).toBeVisible()
  } finally {
    host.close()
    await product.stop()
  }
})

test('two elements on one page share the session and both show the menu', async ({ center, account }) => {
  const { page } = center
  await center.open()
  await page.evaluate(() => document.querySelector('customer-center')?.after(document.createElement('customer-center')))
  const first = page.locator('customer-center').first()
  const second = page.locator('customer-center').last()
  await expect(second.getByLabel('Kundennummer')).toBeVisible()
  const { customerNumber, userName, password } = account('admin')
  await first.getByLabel('Kundennummer').fill(customerNumber)
  await first.getByLabel('Benutzername').fill(userName)
  await first.getByLabel('Passwort', { exact: true }).fill(password)
  await first.getByRole('button', { name: 'Anmelden' }).click()
  await expect(first.getByRole('navigation', { name: 'Kundencenter' })).toBeAttached()
  await expect(second.getByRole('navigation', { name: 'Kundencenter' })).toBeAttached()
  await first.getByRole('link', { name: 'Skripte' }).first().click()
  await expect(second.getByRole('heading', { level: 1, name: 'Skripte' })).toBeVisible()
})

test('the element removed and put back shows the same screen, still logged in', async ({ center, account }) => {
  const { page } = center
  await center.enter(account('admin'), 'scripts')
  await expect(center.heading('Skripte')).toBeVisible()
  await page.evaluate(() => {
    const element = document.querySelector('customer-center')
    Object.assign(window, { parked: element, place: element?.parentElement })
    element?.remove()
  })
  await expect(center.heading('Skripte')).not.toBeAttached()
  await page.evaluate(() => {
    const { parked, place } = window as unknown as { parked: Element; place: Element }
    place.append(parked)
  })
  await expect(center.heading('Skripte')).toBeVisible()
})

test('the demo shop page logs an account in from its panel and shows the element', async ({ page, product }) => {
  const problems: string[] = []
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  page.on('pageerror', (error) => problems.push(error.message))
  await page.goto(product.url)
  await page.getByRole('combobox').first().selectOption({ index: 1 })
  await expect(page.getByRole('navigation', { name: 'Kundencenter' })).toBeAttached()
  // The first look for a session answers 401 to whoever has none; the browser writes that into its console by itself.
  expect(problems.filter((text) => !text.includes('401'))).toEqual([])
})
