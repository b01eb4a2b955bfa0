import { type Product, startProduct } from '../testing/product.ts'
import { Center } from './support/center.ts'
import { expect, test } from './support/test.ts'

test('a confirmation and an hour record are made, saved, and kept by a reload', async ({ center, account, page }) => {
  const refused: string[] = []
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) refused.push(message.text())
  })
  await center.enter(account('admin'), 'confirmations/participation')
  await page.getByRole('combobox', { name: 'Event' }).selectOption({ index: 1 })
  await page.getByRole('button', { name: 'Erstellen', exact: true }).click()
  // The newest is the first; other tests of this product may have made more.
  const open = page.getByRole('button', { name: /^Öffnen/ }).first()
  await expect(open).toBeEnabled()
  const saved = page.waitForEvent('download')
  await page
    .getByRole('button', { name: /^Download/ })
    .first()
    .click()
  expect((await saved).suggestedFilename()).toMatch(/^\d\d\.\d\d\.\d{4}.* \(.+\)\.pdf$/)
  const opening = page.waitForEvent('popup')
  await open.click()
  const tab = await opening
  await tab.waitForURL(/^blob:/)
  expect(await tab.evaluate(() => document.contentType)).toBe('application/pdf')
  await tab.close()
  await page.reload()
  await expect(page.getByText('fertig', { exact: true }).first()).toBeVisible()
  await expect(open).toBeEnabled()

  await center.openHourRecord()
  await expect(center.heading('Stundennachweis')).toBeVisible()
  await page.getByRole('button', { name: 'Erstellen', exact: true }).click()
  await expect(open).toBeEnabled()
  expect(await center.axeViolations()).toEqual([])
  await page.getByRole('combobox', { name: 'Teilnehmer' }).press('ArrowDown')
  await expect(page.getByRole('option').first()).toBeVisible()
  expect(await center.axeViolations()).toEqual([])
  expect(refused).toEqual([])
})

test.describe('with routeRights that open the evaluations', () => {
  let evaluating: Product
  test.beforeAll(async () => {
    evaluating = await startProduct({ ROUTE_RIGHTS: '{"confirmations/evaluation":["admin"]}' })
  })
  test.afterAll(() => evaluating.stop())

  test('an evaluation opens as a PDF, one whose period ends before it begins not', async ({ page, account }) => {
    const center = new Center(page, `${evaluating.url}/plain.html`)
    await center.enter(account('admin'), 'confirmations/evaluation')
    await page.getByRole('combobox', { name: 'Auswertung' }).selectOption({ label: 'Kosten je Event' })
    const from = page.getByRole('textbox', { name: 'Von' })
    const open = page.getByRole('button', { name: 'Öffnen' })
    await from.fill('01.11.2099')
    await expect(page.getByText('Das Bis-Datum liegt vor dem Von-Datum.')).toBeVisible()
    await expect(open).toBeDisabled()
    await from.fill('01.11.2020')
    expect(await center.axeViolations()).toEqual([])
    const opening = page.waitForEvent('popup')
    await open.click()
    await expect(page.getByText('Die Auswertung wird erstellt und in Kürze geöffnet.')).toBeVisible()
    await (await opening).waitForURL(/^blob:/)
    await expect(open).toBeEnabled()

    await page.getByRole('button', { name: 'Abmelden', exact: true }).click()
    await center.logIn(account('shopfull'))
    await center.open('confirmations/evaluation')
    await expect(page.getByText('keine Berechtigung')).toBeVisible()
  })
})
