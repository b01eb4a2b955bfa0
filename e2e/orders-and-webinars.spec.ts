import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from './support/test.ts'

const run = promisify(execFile)

test(
  'orders on paper: number, date, orderer and events of each, no menu, and nothing beyond the edge',
  { tag: '@other-backend' },
  async ({ center, account }, info) => {
    const { page } = center
    await center.enter(account('admin'), 'orders')
    await expect(page.locator('[part=order]').first()).toBeVisible()
    const path = info.outputPath('orders.pdf')
    await page.pdf({ path, format: 'A4' })
    const { stdout } = await run('pdftotext', ['-layout', path, '-'])
    const words = stdout.replaceAll(/\s+/g, '')
    const wanted = await page.locator('[part=order] > tr:first-child > td, [part=order] h2').allTextContents()
    expect(wanted.length).toBeGreaterThan(3)
    for (const one of wanted) expect(words).toContain(one.replaceAll(/\s+/g, ''))
    for (const control of ['Abmelden', 'Übersicht']) expect(stdout).not.toContain(control)
    await page.emulateMedia({ media: 'print' })
    await page.setViewportSize({ width: 718, height: 1047 })
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(718)
  }
)

test.describe('under a finger, which hovers over nothing', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 800 } })

  test('the first act of a row has the colour of a link, the others are soft', async ({ center, account }) => {
    const { page } = center
    await center.enter(account('admin'), 'orders')
    const colourOf = (name: RegExp) =>
      page
        .getByRole('button', { name })
        .first()
        .evaluate((one) => getComputedStyle(one).color)
    const link = await colourOf(/CSV-Datei/)
    expect(await colourOf(/^In den Kalender: /)).toBe(link)
    await page.evaluate(() => (location.hash = '#/invoices'))
    expect(await colourOf(/^Öffnen: /)).toBe(link)
    expect(await colourOf(/^Download: /)).not.toBe(link)
  })
})
