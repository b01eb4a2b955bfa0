import { type Product, startProduct } from '../testing/product.ts'
import { Center } from './support/center.ts'
import { expect, test } from './support/test.ts'

test.describe('with routeRights that open the evaluations', () => {
  let evaluating: Product
  test.beforeAll(async () => {
    evaluating = await startProduct({ ROUTE_RIGHTS: '{"confirmations/evaluation":["admin"]}' })
  })
  test.afterAll(() => evaluating.stop())

  test(
    'an evaluation opens as a PDF, one whose period ends before it begins not',
    { tag: '@other-backend' },
    async ({ page, account }) => {
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
      // The sentence is there for three seconds.
      await Promise.all([
        expect(page.getByText('Die Auswertung wird erstellt und in Kürze geöffnet.')).toBeVisible(),
        open.click()
      ])
      await (await opening).waitForURL(/^blob:/)
      await expect(open).toBeEnabled()

      await page.getByRole('button', { name: 'Abmelden', exact: true }).click()
      await center.logIn(account('shopfull'))
      await center.open('confirmations/evaluation')
      await expect(page.getByText('keine Berechtigung')).toBeVisible()
    }
  )
})
