import { expect, test } from '@playwright/test'
import { Center } from '../support/center.ts'
import { account, readStartPage, startCommand, stopCommand, watchConsole } from '../support/start-page.ts'

const { HOST_FOLDER: folder = '', HOST_PAGE: name = '' } = process.env

test('the steps of the page lead to the invoices, and the app hears of it', async ({ page }) => {
  test.setTimeout(180_000)
  const { files, address } = await readStartPage(name)
  const started = []
  try {
    started.push(await startCommand(files.get('backend') ?? '', folder, 'http://127.0.0.1:4000/'))
    started.push(await startCommand(files.get('page') ?? '', folder, address))
    const faults = watchConsole(page)
    const center = new Center(page, address)
    await center.open()
    await center.logIn(account)
    await expect(center.menu).toBeAttached()
    await center.open('invoices')
    await expect(page.locator('customer-center')).toContainText('1.782,00 €')
    await expect(page.locator('output', { hasText: 'invoices' })).toBeVisible()
    expect(faults).toEqual([])
  } finally {
    started.forEach(stopCommand)
  }
})
