import { axeViolations } from './support/axe.ts'
import { expect, test } from './support/test.ts'

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the page for a missing address is accessible and leads back: ${colorScheme}`, async ({ page, product }) => {
    await page.emulateMedia({ colorScheme })
    const answer = await page.goto(`${product.url}/nichts/darunter`)
    expect(answer?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: 'Diese Seite gibt es nicht' })).toBeVisible()
    await expect(page.getByRole('banner')).toHaveText('Akademie Donauraum')
    for (const width of [1280, 390, 320]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await axeViolations(page), `${width} px`).toEqual([])
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    }
    await page.getByRole('link', { name: 'Zur Startseite' }).click()
    await expect(page).toHaveURL(`${product.url}/`)
  })
}
