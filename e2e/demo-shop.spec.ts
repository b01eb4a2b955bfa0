import { readFile } from 'node:fs/promises'
import { axeViolations } from './support/axe.ts'
import { expect, test } from './support/test.ts'

test('in the demo shop an account of the demo sees the plan and creates a participant', async ({ page, product }) => {
  await page.goto(product.url)
  await page.getByLabel('Demo-Konto').selectOption('0')
  await page.getByRole('link', { name: 'Kurs buchen' }).click()
  await expect(page.getByRole('img', { name: 'Sitzplan mit 24 Plätzen' })).toBeVisible()
  await page.getByRole('button', { name: 'Neuen Teilnehmer erstellen' }).click()
  await page.getByLabel('Anrede').selectOption('Frau')
  await page.getByLabel('Vorname').fill('Berta')
  await page.getByLabel('Nachname').fill('Buchung')
  await page
    .locator('customer-contact')
    .getByLabel(/^E-Mail/)
    .fill('berta.buchung@example.at')
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Speichern' }).click()
  await expect(page.getByText(/^Der Shop hat die Person übernommen \(Nummer \d+\)\.$/)).toBeVisible()
  await page.getByRole('button', { name: 'Abmelden', exact: true }).click()
  await expect(page.getByText('Bitte melden Sie sich an, um den Plan zu sehen.')).toBeVisible()
})

const demo = new URL('../server/src/demo/', import.meta.url)

test('the demo shop has the name, town, logo and colour of the letters', async ({ page, product }) => {
  const read = async (name: string) => readFile(new URL(name, demo), 'utf8')
  type Provider = Record<'tradeName' | 'street' | 'plz' | 'place' | 'colour', string>
  const { provider } = JSON.parse(await read('catalogue.json')) as { provider: Provider }
  const address = `${provider.street}, ${provider.plz} ${provider.place}`
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto(product.url)
  await expect(page.locator('.brand')).toHaveText(provider.tradeName)
  await expect(page.locator('#kontakt')).toContainText(address)
  const shapes = (svg: string) => Array.from(svg.matchAll(/ (?:d|fill|stroke)=["'](.*?)["']/g), ([, value]) => value)
  const logo = decodeURIComponent((await page.locator('.brand img').getAttribute('src')) ?? '')
  expect(shapes(logo)).toEqual(shapes(await read('logo.svg')))
  const colour = `rgb(${[1, 3, 5].map((at) => Number.parseInt(provider.colour.slice(at, at + 2), 16)).join(', ')})`
  for (const element of [page.locator('.hero'), page.getByRole('button', { name: 'Anmelden', exact: true })])
    await expect(element).toHaveCSS('background-color', colour)
  await page.goto(`${product.url}/booking.html`)
  await expect(page.getByText('Großer Saal')).toContainText(address)
})

test('an account that sees little or nothing says what and why', async ({ page, product }) => {
  await page.goto(product.url)
  const explanation = page.getByRole('form', { name: 'Demo' }).locator('[name="explanation"]')
  const choose = async (label: RegExp) => {
    const option = page.getByLabel('Demo-Konto').getByRole('option', { name: label }).first()
    await page.getByLabel('Demo-Konto').selectOption(await option.getAttribute('value'))
  }
  await choose(/Shopzugang ohne Ansicht Rechnungen/)
  await expect(explanation).toContainText('keine Bestellungen und Rechnungen: Dieses Recht ist')
  await expect(page.getByRole('button', { name: 'Abmelden', exact: true }).first()).toBeEnabled()
  for (const width of [1280, 390, 320]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await axeViolations(page), `${width} px`).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
  await choose(/Keine Zugangsberechtigung/)
  await expect(page.getByText('Anmeldung fehlgeschlagen:')).toBeVisible()
  await expect(explanation).toContainText('Kann sich nicht anmelden und sieht deshalb nichts')
  await expect(page.getByRole('button', { name: 'Anmelden', exact: true })).toBeVisible()
})
