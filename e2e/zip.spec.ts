import type { Download, Page } from '@playwright/test'
import { expect, test } from './support/test.ts'
import { namesInZip } from './support/zip.ts'

/** Clicks the first button for several documents and returns the file that the browser saves. */
async function saved(page: Page): Promise<{ download: Download; names: string[] }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('button', { name: /^(\d+ Unterlagen herunterladen: |Alle \d+ als ZIP, ZIP-Datei$)/ })
      .first()
      .click()
  ])
  return { download, names: await namesInZip(await download.path()) }
}

test(
  'the browser saves all scripts of an event, and all invoices, as ZIP, also on a page of another origin',
  { tag: '@other-backend' },
  async ({ page, showCenter, account }) => {
    const center = await showCenter()
    await center.open('scripts')
    await center.logIn(account('admin'))
    const scripts = await saved(page)
    expect(scripts.download.suggestedFilename()).toMatch(/^(Skripte|Aufzeichnung) .+ \d{4}-\d\d-\d\d\.zip$/)
    expect(scripts.names.length).toBeGreaterThan(2)
    expect(scripts.names[0]).toBe('Inhalt.txt')

    await center.open('invoices')
    await expect(center.heading('Rechnungen')).toBeVisible()
    const invoices = await saved(page)
    expect(invoices.download.suggestedFilename()).toMatch(/^Rechnungen \d{4}-\d\d-\d\d\.zip$/)
    expect(invoices.names.filter((name) => name.endsWith('.pdf'))).toHaveLength(
      (await page.getByRole('row').count()) - 1
    )
    await expect(center.heading('Rechnungen')).toBeVisible()
  }
)
