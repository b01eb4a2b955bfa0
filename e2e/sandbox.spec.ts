import { centerDocument } from './support/foreign-page.ts'
import { expect, test } from './support/test.ts'

const frame = (more: string) =>
  `<!doctype html><title>Shop</title><iframe sandbox="allow-scripts allow-same-origin allow-forms allow-downloads ${more}" src="/inner" width="1000" height="700"></iframe>`

const both = 'allow-popups allow-popups-to-escape-sandbox'

for (const [name, more] of [
  ['without allow-popups a document gets the link', ''],
  ['without allow-popups-to-escape-sandbox a document gets no empty tab, but the link', 'allow-popups'],
  ['with allow-popups-to-escape-sandbox a document gets its tab', both]
] as const)
  test(`in a sandbox ${name}`, async ({ page, product, foreignPage, account }) => {
    foreignPage.show(frame(more), {}, { files: { '/inner': centerDocument(product) } })
    await page.goto(`${foreignPage.origin}/`)
    const shown = page.frameLocator('iframe')
    const { customerNumber, userName, password } = account('admin')
    await shown.getByLabel('Kundennummer').fill(customerNumber)
    await shown.getByLabel('Benutzername').fill(userName)
    await shown.getByLabel('Passwort', { exact: true }).fill(password)
    await shown.getByRole('button', { name: 'Anmelden', exact: true }).click()
    await shown.getByRole('link', { name: 'Rechnungen' }).first().click()
    const opened = more ? page.context().waitForEvent('page') : null
    await shown
      .getByRole('button', { name: /^Öffnen/ })
      .first()
      .click()
    const tab = await opened
    const dialog = shown.getByRole('alertdialog')
    if (more === both) {
      await tab?.waitForURL('blob:**')
      await expect(dialog).toBeHidden()
      return
    }
    await expect(dialog).toContainText('Das Dokument konnte nicht geöffnet werden.')
    if (tab) await expect.poll(() => tab.isClosed()).toBe(true)
    const [download] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('link').click()])
    expect(download.suggestedFilename()).toMatch(/\.pdf$/)
  })
