import { Center } from './support/center.ts'
import { expect, test } from './support/test.ts'

/** What Prototype.js 1.7 and MooTools 1.6 put in the place of what browsers have. */
const replacements = {
  'Prototype.js': `<script>
    Array.from = function (items) {
      if (!items) return []
      if ('toArray' in Object(items)) return items.toArray()
      let length = items.length || 0
      const results = new Array(length)
      while (length--) results[length] = items[length]
      return results
    }
    Array.prototype.toArray = Array.prototype.entries = function () { return this.map((item) => item) }
    Array.prototype.find = function (test, context) {
      let result
      this.some((item, index) => test.call(context, item, index, this) && ((result = item), true))
      return result
    }
    String.prototype.startsWith = function (start) { return this.lastIndexOf(start, 0) === 0 }
    Object.values = function (object) { const all = []; for (const key in object) all.push(object[key]); return all }
  </script>`,
  MooTools: `<script>
    Array.from = function (items) {
      if (items == null) return []
      const isList = typeof items == 'object' && typeof items.length == 'number'
      return isList ? (Array.isArray(items) ? items : Array.prototype.slice.call(items)) : [items]
    }
    Object.keys = function (object) { const all = []; for (const key in object) if (Object.prototype.hasOwnProperty.call(object, key)) all.push(key); return all }
    Object.values = function (object) { return Object.keys(object).map((key) => object[key]) }
    Function.prototype.bind = function (that, ...given) {
      const self = this
      const bound = function (...more) { return self.apply(new.target ? this : that, given.concat(more)) }
      bound.prototype = self.prototype
      return bound
    }
  </script>`
}

for (const [library, head] of Object.entries(replacements))
  test(`company, contacts and invoices open on a page whose built-ins ${library} has replaced`, async ({
    page,
    product,
    foreignPage,
    account
  }) => {
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
