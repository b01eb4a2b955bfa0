import type { Page } from '@playwright/test'
import { chromiumOptions } from '../scripts/lib/chromium.ts'
import { freePort } from '../testing/free-port.ts'
import { accountOf, adminsOf, type Product, startProduct } from '../testing/product.ts'
import { axeViolations, expectAccessiblePage } from './support/axe.ts'
import { Center } from './support/center.ts'
import { openDemo, openMail } from './support/demo-mails.ts'
import { expect, test } from './support/test.ts'

test.describe.configure({ mode: 'serial' })

// Names of others that lead to this machine.
const names = '--host-resolver-rules=MAP *.example 127.0.0.1'
test.use({ launchOptions: { ...chromiumOptions, args: [...chromiumOptions.args, names] } })

let demo: Product
let port: number

test.beforeAll(async () => {
  port = await freePort()
  // As `npm start` has it.
  const PUBLIC_URL = `http://localhost:${port}`
  demo = await startProduct({ PORT: String(port), PUBLIC_URL, DEMO_HOSTS: 'demo.example', PASSWORD_MAIL: 'link' })
})
test.afterAll(() => demo.stop())

/** Collects what the console complains of, but for the answer of a login that is not there, and for plain http. */
function watch(page: Page): string[] {
  const faults: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of 401|Cross-Origin-Opener-Policy/.test(message.text()))
      faults.push(message.text())
  })
  page.on('pageerror', ({ message }) => faults.push(message))
  return faults
}

for (const [name, right] of [
  ['127.0.0.1', 'contact'],
  ['localhost', 'shoplight'],
  ['[::1]', 'shopfull'],
  ['demo.example', 'admin']
] as const)
  test(`as ${name} the demo logs in, and links of its mails stay there`, async ({ page }) => {
    const url = `http://${name}:${port}`
    const faults = watch(page)
    await page.goto(url)
    await page.getByRole('button', { name: 'Als Katharina ansehen' }).click()
    await expect(page.getByRole('heading', { name: 'Übersicht' })).toBeVisible()
    await page.getByRole('button', { name: 'Abmelden', exact: true }).first().click()
    await page.getByRole('button', { name: 'Passwort vergessen?' }).click()
    const { userName, customerNumber } = right === 'admin' ? adminsOf(demo)[1] : accountOf(demo, right)
    await page.locator('customer-center').getByLabel('E-Mail').fill(userName)
    await page.getByRole('button', { name: 'Link senden' }).click()
    await expect(page.getByRole('button', { name: /^Demo.*\d/ })).toBeVisible()
    await (await openDemo(page)).getByRole('link', { name: 'Postfach' }).click()
    await expect(page).toHaveURL(`${url}/demo/postfach`)
    const mail = page.getByRole('listitem').filter({ hasText: userName }).filter({ hasText: 'Neues Passwort' })
    await expect(async () => {
      const loaded = page.waitForEvent('load')
      await page.getByRole('link', { name: 'Aktualisieren' }).click()
      await loaded
      expect(await mail.count()).toBe(1)
    }).toPass()
    await mail.getByRole('link').click()
    const frame = page.frameLocator('iframe')
    const opening = page.waitForEvent('popup')
    await frame.getByRole('link', { name: 'Passwort wählen' }).click()
    const tab = await opening
    await expect(tab).toHaveURL((opened) => opened.href.startsWith(`${url}/passwort/`))
    await tab.getByLabel('Neues Passwort').fill('Eigenes-Wort-9')
    await tab.getByLabel('Passwort wiederholen').fill('Eigenes-Wort-9')
    await tab.getByRole('button', { name: 'Passwort speichern' }).click()
    await expect(tab.getByRole('alert')).toContainText('Ihr Passwort ist gespeichert.')
    await expect(tab.getByLabel('Kundennummer')).toHaveValue(customerNumber)
    expect(tab.url().startsWith(`${url}/`)).toBe(true)
    expect(faults).toEqual([])
  })

test('as any other name the demo is a page that says so', async ({ page }) => {
  const answer = await page.goto(`http://fremd.example:${port}/`)
  expect(answer?.status()).toBe(421)
  await expect(page.getByRole('heading', { name: 'Unter dieser Adresse gibt es keine Demo' })).toBeVisible()
  await expect(page.getByText('To show it as fremd.example, add that name there')).toBeVisible()
  await expect(page.getByRole('main')).toHaveCSS('max-width', '384px')
  expect(await axeViolations(page)).toEqual([])
})

test('the page counts the mails alone, and the mailbox shows them beside their text, below it on a phone', async ({
  page
}) => {
  const center = new Center(page, `${demo.url}/`)
  await center.enter(accountOf(demo, 'admin'))
  await center.addContact('Zahlinger', 'zahlinger@example.at')
  const fetched: string[] = []
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname))
  await page.reload()
  await expect(page.getByRole('button', { name: /^Demo.*\d/ })).toBeVisible()
  expect(fetched).toContain('/demo/mail-count.json')
  expect(fetched.filter((path) => path.startsWith('/demo/postfach'))).toEqual([])
  const mail = page.getByRole('listitem').filter({ hasText: 'zahlinger@example.at' }).getByRole('link')
  // The mail is sent behind the answer, and the page is that of its time.
  await expect(async () => {
    await page.goto(`${demo.url}/demo/postfach`)
    expect(await mail.isVisible()).toBe(true)
  }).toPass()
  await mail.click()
  const [frame, text] = [page.locator('iframe'), page.locator('pre')]
  for (const [width, beside] of [
    [1280, true],
    [390, false]
  ] as const) {
    await page.setViewportSize({ width, height: 844 })
    const [left, right] = [(await frame.boundingBox())!, (await text.boundingBox())!]
    expect(right.x > left.x + left.width, `${width} px`).toBe(beside)
    expect(right.y >= left.y + left.height, `${width} px`).toBe(!beside)
  }
})

test('the mailbox is accessible and fits in windows of any width', async ({ page, product }) => {
  await page.goto(`${product.url}/demo/postfach`)
  await expect(page.getByRole('heading', { name: 'Postfach' })).toBeVisible()
  await expectAccessiblePage(page)
  const { userName } = adminsOf(demo)[0]
  await fetch(`${demo.url}/api/passwordreset`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ data: { emailAddress: userName } })
  })
  await page.goto(`${demo.url}/demo/postfach`)
  await expectAccessiblePage((await openMail(page, userName)).page())
  await page.reload()
  await expectAccessiblePage(page)
})
