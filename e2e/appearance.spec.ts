import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { expect, test } from './support/test.ts'

const run = promisify(execFile)

/** Reads a printed page as a person does. */
async function printed(page: Page, path: string): Promise<string> {
  await page.pdf({ path, format: 'A4' })
  return (await run('pdftotext', ['-layout', path, '-'])).stdout
}

test('scripts on paper: every event and what is expanded in full, nothing that is only for clicking', async ({
  center,
  account
}, info) => {
  const { page } = center
  await center.enter(account('admin'), 'scripts')
  await expect(page.locator('[part=event]').first()).toBeVisible()
  await page.locator('[part=group-button]').nth(1).click()
  const paper = await printed(page, info.outputPath('scripts.pdf'))
  const words = paper.replaceAll(/\s+/g, '')
  const captions = await page.locator('[part=event] > div > h2').allTextContents()
  expect(captions.length).toBeGreaterThan(2)
  const documents = await page.locator('[part=event] li > span').allTextContents()
  expect(documents.length).toBeGreaterThan(1)
  for (const caption of ['Skripte', ...captions, ...documents]) expect(words).toContain(caption.replaceAll(/\s+/g, ''))
  for (const control of ['Öffnen', 'Download', 'Abmelden', 'Übersicht', 'Menü']) expect(paper).not.toContain(control)
})

test('invoices on paper: number and date of every one, no buttons, and nothing beyond the edge', async ({
  center,
  account
}, info) => {
  const { page } = center
  await center.enter(account('admin'), 'invoices')
  await expect(page.locator('tbody tr').first()).toBeVisible()
  const paper = (await printed(page, info.outputPath('invoices.pdf'))).replaceAll(/\s+/g, ' ')
  for (const row of await page.locator('tbody tr').all()) {
    const cells = await row.locator('td').allTextContents()
    const [no = '', date = ''] = cells.map((cell) => cell.replaceAll(/\s+/g, ' '))
    expect(paper).toContain(`${no} ${date}`)
  }
  for (const control of ['Öffnen', 'Download', 'Abmelden', 'Übersicht']) expect(paper).not.toContain(control)
  await page.emulateMedia({ media: 'print' })
  // The window is an A4 page at 96 dpi between Chromium's own margins.
  await page.setViewportSize({ width: 718, height: 1047 })
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(718)
})

test('forms on paper: the values as text beside their labels, no fields, passwords, buttons or choices', async ({
  center,
  account
}, info) => {
  const { page } = center
  const admin = account('admin')
  const path = info.outputPath('form.pdf')
  await center.enter(admin, 'mydata/userprofile')
  await expect(page.getByLabel('E-Mail')).toHaveValue(admin.userName)
  const profile = await printed(page, path)
  expect(profile).toMatch(/E-Mail +\S+@\S+/)
  expect(profile).toMatch(/Berechtigung +Administrator/)
  for (const control of ['Passwort', 'Pflichtfeld', '*', 'Speichern']) expect(profile).not.toContain(control)
  const bordersOf = () =>
    page
      .locator('.kc-field :is(input, select)')
      .evaluateAll((all) => all.map((one) => getComputedStyle(one).borderTopWidth))
  await page.emulateMedia({ media: 'print' })
  expect(new Set(await bordersOf())).toEqual(new Set(['0px']))
  await page.emulateMedia({ media: null })
  await center.open('mydata/companydata')
  await expect(page.getByLabel('PLZ')).toBeVisible()
  const company = await printed(page, path)
  expect(company).toMatch(/PLZ +\d{4}/)
  await center.openHourRecord()
  await page.getByRole('checkbox').first().uncheck()
  const days = await page.locator('.kc-event-checks .kc-date').allTextContents()
  const record = await printed(page, path)
  // A narrow column breaks a range of days behind the first.
  const [left = '', ...taken] = days.map((range) => range.slice(0, 10))
  for (const day of taken) expect(record).toContain(day)
  expect(record).not.toContain(left)
  await center.open('confirmations/participation')
  await expect(page.locator('[part=company-event]').first()).toBeVisible()
  expect(await printed(page, path)).not.toContain('Einzelne')
})

test('open invoices on paper: a list of its own over as many pages as it needs, with its head on each, its sum and the account', async ({
  center,
  account
}, info) => {
  const { page } = center
  const rows = Array.from({ length: 120 }, (_, index) => ({
    companyNo: 1,
    controlNo: index,
    no: `R-${1000 + index}`,
    date: '2026-10-14',
    documentHash: null,
    amount: index === 0 ? '-10.50' : '100.00',
    currency: 'EUR',
    dueDate: '2026-11-03',
    isPaid: false,
    payee: 'Akademie GmbH',
    iban: 'AT611904300234573201'
  }))
  const answer = { responseData: rows, responseResult: { HTTPReturnCode: 200, RESTReturnCode: 0, Errors: [] } }
  await page.route('**/api/eventmanager/invoicebysubscriber', (route) => route.fulfill({ json: answer }))
  await page.addInitScript(() => (window.print = () => document.body.classList.add('printed')))
  await center.enter(account('admin'), 'invoices')
  await page.getByRole('button', { name: 'Offene Posten drucken' }).click()
  // The company's name is read before.
  await expect(page.locator('body.printed .kc-open-items')).toBeAttached()
  const pages = (await printed(page, info.outputPath('open-items.pdf'))).split('\f').filter(Boolean)
  expect(pages.length).toBeGreaterThan(2)
  for (const one of pages.filter((text) => text.includes('R-1')))
    expect(one).toMatch(/Rechnungsnummer\s+Datum\s+Fällig am\s+Status\s+Offener Betrag/)
  const paper = pages.join('').replaceAll(/\s+/g, ' ')
  for (const { no } of rows) expect(paper.split(`${no} `)).toHaveLength(2)
  for (const part of [
    'Offene Posten',
    '-10,50 €',
    'Summe offen 11.889,50 €',
    'AT61 1904 3002 3457 3201',
    'Kundennummer'
  ])
    expect(paper).toContain(part)
  for (const control of ['Öffnen', 'Drucken', 'Abmelden', 'Übersicht', 'Suchen']) expect(paper).not.toContain(control)
  // It goes with the print: the next one is that of the screen.
  await expect(page.locator('.kc-open-items')).not.toBeAttached()
})

test('a form on paper begins where the page has got to, not on the next sheet', async ({ center, account }, info) => {
  const { page } = center
  await center.enter(account('admin'), 'mydata/companydata')
  await expect(page.getByLabel(/^Ort( \*)?$/)).toBeVisible()
  await page.evaluate(() => {
    const header = document.createElement('div')
    header.style.blockSize = '400px'
    document.body.prepend(header)
  })
  const [first] = (await printed(page, info.outputPath('form.pdf'))).split('\f')
  for (const part of ['Unternehmen', 'Kundennummer', 'Ort']) expect(first).toContain(part)
})

test('contacts on paper: all of them, not only those in sight, and afterwards the list is where it was', async ({
  center,
  account,
  product
}, info) => {
  const { page } = center
  const rows = Array.from({ length: 400 }, (_, index) => ({
    ASP_PVAID: index + 1,
    ASP_VORNAME: 'Anna',
    ASP_NACHNAME: `Nachname${String(index).padStart(3, '0')}`,
    ASP_ANZEIGEEMAIL: `anna${index}@example.at`,
    ASP_SHOPRECHTE: 3,
    ASP_AKTIV: true
  }))
  const responseResult = { HTTPReturnCode: 200, RESTReturnCode: 0, Errors: [] }
  await page.route(`${product.url}/api/contact?*`, (route) =>
    route.fulfill({ json: { responseData: rows, responseResult } })
  )
  await center.enter(account('admin'), 'mydata/contacts')
  await expect(page.getByRole('row', { name: /Nachname000/ })).toBeVisible()
  await page.evaluate(() => scrollTo(0, 10_200))
  await expect(page.getByRole('row', { name: /Nachname208/ })).toBeVisible()
  const paper = await printed(page, info.outputPath('contacts.pdf'))
  const names = new Set(paper.match(/Anna Nachname\d{3} +anna\d+@example\.at +Teilnehmer/g))
  expect(names.size).toBe(rows.length)
  for (const control of ['Bearbeiten', 'Kontakt hinzufügen', 'Abmelden']) expect(paper).not.toContain(control)
  await expect(page.getByRole('row', { name: /Nachname208/ })).toBeVisible()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(10_200)
  await expect.poll(() => page.getByRole('row').count()).toBeLessThan(60)
})

/** Reads an element's outline, which shows focus and place where colours are the reader's own. */
async function outlineOf(page: Page, label: string): Promise<string> {
  return page
    .getByRole('navigation', { name: 'Menü' })
    .getByRole('link', { name: label })
    .evaluate((link) => {
      const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(link)
      return `${outlineStyle} ${outlineWidth} ${outlineOffset}`
    })
}

test('forced colours: the current item and the focus look different', async ({ center, account }) => {
  const { page } = center
  await page.emulateMedia({ forcedColors: 'active' })
  await center.enter(account('admin'), 'scripts')
  await expect(center.heading('Skripte')).toBeVisible()
  const item = (name: string) => center.menu.getByRole('link', { name })
  const plain = await outlineOf(page, 'Webinare')
  const current = await outlineOf(page, 'Skripte')
  expect(plain).toMatch(/^none/)
  expect(current).toMatch(/^solid [2-9]px/)

  await item('Skripte').focus()
  await page.keyboard.press('Tab')
  await expect(item('Webinare')).toBeFocused()
  const focused = await outlineOf(page, 'Webinare')
  await page.keyboard.press('Shift+Tab')
  await expect(item('Skripte')).toBeFocused()
  const both = await outlineOf(page, 'Skripte')
  expect(focused).toMatch(/^solid [2-9]px/)
  expect(both).toMatch(/^solid [2-9]px/)
  expect(new Set([plain, current, focused]).size).toBe(3)
  expect(both).not.toBe(current)
})

test('forced colours: no word of a button touches its edge', async ({ center, account }) => {
  const { page } = center
  await page.emulateMedia({ forcedColors: 'active' })
  await center.enter(account('admin'))
  const button = page.getByRole('button', { name: /^In den Kalender/ })
  await expect(button).toBeVisible()
  const room = await button.evaluate((one) => {
    const words = new Range()
    words.selectNodeContents(one.querySelector('.kc-row-button > span') ?? one)
    return words.getBoundingClientRect().left - one.getBoundingClientRect().left
  })
  expect(room).toBeGreaterThanOrEqual(8)
})

test('forced colours: buttons have an edge, and axe finds nothing on a screen', async ({ center, account }) => {
  const { page } = center
  await page.emulateMedia({ forcedColors: 'active' })
  await center.enter(account('admin'), 'scripts')
  const button = page.getByRole('button', { name: /^Öffnen/ }).first()
  await expect(button).toBeVisible()
  await expect(button).toHaveCSS('border-top-style', 'solid')
  expect(await button.evaluate((one) => getComputedStyle(one).borderTopColor)).not.toMatch(/^rgba\(.*, 0\)$/)
  expect(await center.axeViolations()).toEqual([])
})
