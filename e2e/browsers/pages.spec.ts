import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { successEnvelope } from '@customer-center/contract/envelope'
import { Right } from '@customer-center/contract/rights'
import { type Account, adminsOf, type Product, tokenOf } from '../../testing/product.ts'
import { centerDocument, elementScript, shopDocument } from '../support/foreign-page.ts'
import { replacements } from './replaced-built-ins.ts'
import { expect, test } from './test.ts'

const page = async (product: Product, head = '') =>
  centerDocument(product, `session-token="${await tokenOf(adminsOf(product)[0], product)}"`, head)

for (const [library, head] of Object.entries(replacements))
  test(`three screens open where ${library} has replaced built-ins`, async ({ customer, product, foreignPage }) => {
    const errors = '<script>var errors = []; addEventListener("error", ({ message }) => errors.push(message))</script>'
    foreignPage.show(await page(product, errors + head), {})
    await customer.browser.open(foreignPage.origin)
    await customer.goTo('Meine Daten', 'Unternehmen')
    await customer.sees('input', 'Fax')
    await customer.goTo('Kontakte')
    await customer.sees('.kc-contact-table')
    await customer.goTo('Rechnungen')
    await customer.press('Download')
    expect(await customer.looksAtDownload()).toMatch(/\.pdf$/)
    expect(await customer.browser.evaluate(() => (window as unknown as { errors: string[] }).errors, null)).toEqual([])
  })

for (const [what, more] of [
  ['pop-ups', ''],
  ['pop-ups that escape', 'allow-popups']
] as const)
  test(`without ${what} no empty tab opens in a sandbox`, async ({ customer, engine, product, foreignPage }) => {
    const { browser } = customer
    const sandbox = `allow-scripts allow-same-origin allow-forms allow-downloads ${more}`
    const inner = await page(product)
    const frame = `<iframe sandbox="${sandbox}" src="/inner" width="1000" height="700"></iframe>`
    foreignPage.show(`<!doctype html><title>Shop</title>${frame}`, {}, { files: { '/inner': inner } })
    await browser.open(foreignPage.origin)
    await browser.inFrame(async () => {
      await customer.goTo('Rechnungen')
      await customer.press('Öffnen')
      // Firefox's viewer of PDFs works in a sandbox, too.
      if (engine === 'firefox' && more) return customer.looksAtDocument()
      await customer.sees('[role=alertdialog] a')
      expect(await browser.tabs()).toBe(1)
      await browser.click({ selector: '[role=alertdialog] a' })
      expect(await customer.looksAtDownload()).toMatch(/\.pdf$/)
    })
  })

test('after fetchToken = null the next person sees what is theirs alone', async ({ customer, product }) => {
  const { browser } = customer
  const [anna, berta] = adminsOf(product)
  const logIn = async (account: Account) =>
    browser.evaluate(
      (token) => {
        Object.assign(document.querySelector('customer-center') ?? {}, { fetchToken: async () => token })
      },
      await tokenOf(account, product)
    )
  const shown = () =>
    browser.evaluate(() => document.querySelector('customer-center')?.shadowRoot?.textContent ?? '', null)
  await browser.open(`${product.url}/plain.html`)
  await customer.sees('input', 'Kundennummer')
  await logIn(anna)
  await expect.poll(shown).toContain(anna.userName)
  await customer.goTo('Rechnungen')
  await browser.evaluate(() => {
    Object.assign(document.querySelector('customer-center') ?? {}, { fetchToken: null })
  }, null)
  await customer.sees('input', 'Kundennummer')
  expect(await shown()).not.toContain(anna.userName)
  await logIn(berta)
  await expect.poll(shown).toContain(berta.userName)
  expect(await shown()).not.toContain(anna.userName)
})

test('an e-invoice is saved as it is, beside the PDF and alone', async ({ customer, product, foreignPage }) => {
  const { browser } = customer
  const { origin } = foreignPage
  const xml = '<?xml version="1.0"?><Invoice onload="x"/>'
  const row = (no: string, more: object) => ({ companyNo: 1, controlNo: Number(no), no, date: '2026-10-14', ...more })
  const answers = {
    getApiVersion: { api_version: '1.0' },
    'webshopuser/getcurrentwebshopuser': { WSU_EMAIL: 'anna@example.at', WSU_RECHTE: Right.shopfull },
    'eventmanager/invoicebysubscriber': [
      row('1', {
        documentHash: 'pdf',
        documents: [
          { caption: 'Rechnung', documentHash: 'pdf', fileName: 'R-1.pdf' },
          { caption: 'E-Rechnung', documentHash: 'xml', fileName: 'R-1.xml' }
        ]
      }),
      row('2', { documentHash: 'xml', fileName: 'R-2.xml' })
    ],
    'dms/getdoc': { DOK_NAME: 'R-1.xml', DOK_DATEN: btoa(xml) }
  }
  const files = Object.entries(answers).map(([call, data]) => [`/api/${call}`, JSON.stringify(successEnvelope(data))])
  const element = `<customer-center session-token="token" texts-url="${product.url}/elements/assets/"></customer-center>`
  const config = { apiUrl: `${origin}/api`, apiVersion: '1.0' }
  foreignPage.show(shopDocument(element + elementScript(product)), config, {
    files: Object.fromEntries(files) as Record<string, string>
  })
  await browser.open(`${origin}/#/invoices`)
  await customer.press('Download: Rechnung 1 (XML)')
  await expect.poll(() => browser.downloads()).toEqual(['R-1.xml'])
  await expect.poll(() => readFile(join(browser.downloadFolder, 'R-1.xml'), 'utf8')).toBe(xml)
  await customer.press('Öffnen: Rechnung 2')
  await customer.sees('[role=alertdialog] a', 'R-1.xml')
  expect(await browser.tabs()).toBe(1)
})
