import { readFile } from 'node:fs/promises'
import { expect, test } from './support/test.ts'

test(
  'a customer logs in, opens a script, downloads an invoice and logs out',
  { tag: '@other-backend' },
  async ({ center, account, context }) => {
    const { page } = center
    await center.enter(account('admin'))
    await expect(page.locator('[part~="tile"]').first()).toBeVisible()

    await page.getByRole('link', { name: 'Skripte' }).first().click()
    await expect(center.heading('Skripte')).toBeVisible()
    const [tab] = await Promise.all([
      context.waitForEvent('page'),
      page
        .getByRole('button', { name: /^Öffnen/ })
        .first()
        .click()
    ])
    await expect.poll(() => tab.url()).toMatch(/^blob:/)

    await center.menu.getByRole('link', { name: 'Rechnungen' }).click()
    await expect(center.heading('Rechnungen')).toBeVisible()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page
        .getByRole('button', { name: /^Download/ })
        .first()
        .click()
    ])
    expect(download.suggestedFilename()).toMatch(/\.pdf$/)
    const bytes = await readFile(await download.path())
    expect(bytes.subarray(0, 5).toString('latin1')).toBe('%PDF-')
    expect(bytes.length).toBeGreaterThan(5000)

    await page.getByRole('button', { name: 'Abmelden', exact: true }).click()
    await expect(page.getByLabel('Kundennummer')).toBeVisible()
    await page.reload()
    await expect(page.getByLabel('Kundennummer')).toBeVisible()
  }
)
