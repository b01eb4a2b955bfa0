import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { Center } from './support/center.ts'
import { expect, test } from './support/test.ts'

const section = (page: Page) => page.getByRole('region', { name: 'Kopie Ihrer Daten' })
const button = (page: Page, name: string) => section(page).getByRole('button', { name, exact: true })

test('a copy of the own data that two tabs ask for is one, and found again', async ({ center, account, product }) => {
  const { page } = center
  const person = account('contact')
  await center.enter(person, 'mydata/userprofile')
  const other = new Center(await page.context().newPage(), center.address)
  await other.open('mydata/userprofile')
  await expect(button(other.page, 'Kopie erstellen')).toBeVisible()

  await button(page, 'Kopie erstellen').dblclick()
  await center.menu.getByRole('link', { name: 'Skripte' }).click()
  await expect(center.heading('Skripte')).toBeVisible()
  await page.goBack()
  await expect(button(page, 'PDF herunterladen')).toBeEnabled()
  await button(other.page, 'Kopie erstellen').click()
  await expect(button(other.page, 'PDF herunterladen')).toBeEnabled()

  await page.reload()
  await expect(section(page).getByRole('status')).toHaveText(/^Erstellt am \d\d\.\d\d\.\d{4} um \d\d:\d\d Uhr$/)
  const saved = page.waitForEvent('download')
  await button(page, 'JSON herunterladen').click()
  const download = await saved
  expect(download.suggestedFilename()).toBe('Kopie Ihrer Daten.json')
  const copy = JSON.parse(await readFile(await download.path(), 'utf8')) as Record<string, unknown>
  expect(copy['shopUser']).toMatchObject([{ emailAddress: person.userName }])

  const answer = await page.request.get(`${product.url}/api/function/list`)
  const { responseData } = (await answer.json()) as { responseData: { functionName: string }[] }
  expect(responseData.map(({ functionName }) => functionName)).toEqual(['DataCopy', 'DataCopy'])
  expect(await center.axeViolations()).toEqual([])
})
