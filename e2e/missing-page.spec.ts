import { expectAccessiblePage } from './support/axe.ts'
import { expect, test } from './support/test.ts'

test('the page for a missing address is accessible and leads back', async ({ page, product }) => {
  const answer = await page.goto(`${product.url}/nichts/darunter`)
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Diese Seite gibt es nicht' })).toBeVisible()
  await expect(page.getByRole('banner')).toHaveText('Akademie Donauraum')
  await expectAccessiblePage(page)
  await page.getByRole('link', { name: 'Zur Startseite' }).click()
  await expect(page).toHaveURL(`${product.url}/`)
})
