import { expect, test } from './support/test.ts'

test('a confirmation and an hour record are made by the server, saved as caption plus .pdf, and are there after a reload', async ({
  center,
  account,
  page
}) => {
  await center.enter(account('admin'), 'confirmations/participation')
  await page.getByRole('combobox', { name: 'Event' }).selectOption({ index: 1 })
  await page.getByRole('button', { name: 'Erstellen' }).click()
  const open = page.getByRole('button', { name: /^Öffnen/ })
  await expect(open).toBeEnabled()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: /^Download/ }).click()
  expect((await saved).suggestedFilename()).toMatch(/^\d\d\.\d\d\.\d{4}.* \(.+\)\.pdf$/)
  await page.reload()
  await expect(page.getByText('fertig', { exact: true })).toBeVisible()
  await expect(open).toBeEnabled()

  await center.open('confirmations/education')
  await expect(center.heading('Stundennachweis')).toBeVisible()
  await page.getByRole('button', { name: 'Erstellen' }).click()
  await expect(open).toBeEnabled()
  expect(await center.findings()).toEqual([])
  await page.getByRole('combobox', { name: 'Teilnehmer' }).press('ArrowDown')
  await expect(page.getByRole('option').first()).toBeVisible()
  expect(await center.findings()).toEqual([])
})
