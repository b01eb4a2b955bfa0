import { Center } from './support/center.ts'
import { replacements } from './support/replaced-built-ins.ts'
import { expect, test } from './support/test.ts'

for (const [library, head] of Object.entries(replacements))
  test(`three screens open where ${library} replaced built-ins`, async ({ page, product, foreignPage, account }) => {
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    foreignPage.show(
      `<!doctype html><html lang="de"><head><meta charset="utf-8"><title>Shop</title>${head}</head><body>
      <customer-center config-url="${product.url}/elements/assets/config.prod.json"></customer-center>
      <script type="module" src="${product.url}/elements/v1/customer-center.js"></script></body></html>`,
      {}
    )
    await page.goto(foreignPage.origin)
    const center = new Center(page, page.url())
    await center.logIn(account('admin'))
    await expect(center.menu).toBeAttached()
    await center.open('mydata/companydata')
    await expect(page.getByLabel('Fax')).toBeVisible()
    await center.open('mydata/contacts')
    await page.getByRole('searchbox').first().fill('a')
    await expect(page.getByRole('row').first()).toBeVisible()
    await center.open('invoices')
    const button = page.getByRole('button', { name: /^Download/ }).first()
    const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
    expect(download.suggestedFilename()).toMatch(/\.pdf$/)
    expect(errors).toEqual([])
  })
