import { readFile } from 'node:fs/promises'
import { axeInBothSchemes, expectAccessiblePage } from './support/axe.ts'
import type { Center } from './support/center.ts'
import { expect, test } from './support/test.ts'

const forged = `eyJhbGciOiJFZERTQSJ9.${'a'.repeat(60)}.${'a'.repeat(86)}`

test('the page that checks confirmations is accessible and fits', async ({ page, product }) => {
  await page.goto(`${product.url}/verify`)
  await expectAccessiblePage(page)
  const logo = page.locator('header img')
  const box = await logo.boundingBox()
  expect([box?.width, box?.height]).toEqual([40, 40])
  for (const [colorScheme, colour] of [
    ['light', 'rgb(11, 85, 99)'],
    ['dark', 'rgb(132, 205, 216)']
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await expect(page.getByRole('button', { name: 'Nummer prüfen' })).toHaveCSS('background-color', colour)
  }
  // A logo may be dark on nothing.
  await expect(logo).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await page.getByLabel('Nummer der Bestätigung').fill('7k3m-9qxr-2bvr')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Unbekannt' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Weitere Bestätigung prüfen' })).toBeHidden()
  await expectAccessiblePage(page)
})

/** Saves the file of the chosen rows on a screen, as a person does. */
async function created({ page }: Center): Promise<Buffer> {
  await page.getByRole('button', { name: 'Erstellen', exact: true }).click()
  const saving = page.waitForEvent('download')
  // The newest is the first; other tests of this product may have made more.
  await page
    .getByRole('button', { name: /^Download/ })
    .first()
    .click()
  return readFile(await (await saving).path())
}

test('an hour record and a changed confirmation show what was printed', async ({ center, account, product }) => {
  const { page } = center
  await center.enter(account('admin'))
  await center.openHourRecord()
  const record = await created(center)
  await center.open('confirmations/participation')
  await page.getByRole('combobox', { name: 'Event' }).selectOption({ index: 1 })
  const changed = Buffer.concat([await created(center), Buffer.from('\n')])
  for (const [buffer, heading] of [
    [record, 'Echt'],
    [changed, 'Datei verändert']
  ] as const) {
    await page.goto(`${product.url}/verify`)
    await page.getByLabel('PDF-Datei').setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer })
    await expect(page.getByText('a.pdf')).toBeVisible()
    await page.getByRole('button', { name: 'Datei prüfen' }).click()
    await expect(page.getByRole('heading', { name: heading })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Weitere Bestätigung prüfen' })).toBeVisible()
    await expect(page.getByText(account('admin').company)).toBeVisible()
    await expect(page.getByRole('main')).toHaveCSS('max-width', '800px')
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 844 })
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    }
    expect(await axeInBothSchemes(page), heading).toEqual([])
    await page.setViewportSize({ width: 1280, height: 900 })
  }
})

test('a scanned code is checked at once, and the address keeps nothing of it', async ({ page, product }) => {
  const failures: string[] = []
  page.on('console', (message) => failures.push(message.text()))
  await page.goto(`${product.url}/verify#${forged}`)
  await expect(page.getByRole('heading', { name: 'Unbekannt' })).toBeVisible()
  await expect(page).toHaveTitle('Unbekannt – Bestätigung prüfen')
  await expect(page).toHaveURL(`${product.url}/verify`)
  // A second scan opens in the same tab of the browser.
  await Promise.all([
    page.waitForResponse((answer) => answer.request().method() === 'POST'),
    page.evaluate((code) => (location.hash = code), forged.replace('a', 'b'))
  ])
  await expect(page.getByText('Dieser Code wurde hier nicht ausgestellt')).toBeVisible()
  await expect(page).toHaveURL(`${product.url}/verify`)
  expect(failures).toEqual([])
})

test('a letter shows itself by its printed code and by an attached one', async ({ center, account, product }) => {
  const { page } = center
  await center.enter(account('admin'))
  await center.openHourRecord()
  const [token = ''] = /eyJ[\w-]+\.[\w-]+\.[\w-]{86}/.exec((await created(center)).toString('latin1')) ?? []
  const payload = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()
  const { n } = JSON.parse(payload) as { n: string }
  for (const code of [n, token]) {
    // The result of the code before is no longer there.
    await page.goto('about:blank')
    await page.goto(`${product.url}/verify#${code}`)
    await expect(page.getByRole('heading', { name: 'Echt' })).toBeVisible()
    await expect(page.getByText(account('admin').company)).toBeVisible()
    await expect(page).toHaveURL(`${product.url}/verify`)
  }
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('number and file are checked', async ({ page, product }) => {
    await page.goto(`${product.url}/verify`)
    await page.getByLabel('Nummer der Bestätigung').fill('7K3M-9QXR-2BVS')
    await page.getByRole('button', { name: 'Nummer prüfen' }).click()
    await expect(page.getByText('Mindestens ein Zeichen ist falsch')).toBeVisible()
    await page
      .getByLabel('PDF-Datei')
      .setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') })
    await page.getByRole('button', { name: 'Datei prüfen' }).click()
    await expect(page.getByText('Diese Datei wurde hier nicht ausgestellt')).toBeVisible()
  })
})
