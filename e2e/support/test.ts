import { test as base } from '@playwright/test'
import { type Account, type Product, startProduct } from '../../testing/product.ts'
import { Center } from './center.ts'
import { type ForeignPage, startForeignPage } from './foreign-page.ts'

interface Fixtures {
  /** The element on the smallest page, driven as a person would. */
  readonly center: Center
  /** The first demo account with a right. */
  readonly account: (right: string) => Account
}

/** The `test` with one product a worker: starting one costs seconds, and no test may rely on the traces of another. */
export const test = base.extend<Fixtures, { product: Product; foreignPage: ForeignPage }>({
  product: [
    async ({ foreignPage }, use) => {
      const product = await startProduct({ CORS_ORIGINS: foreignPage.origin })
      await use(product)
      await product.stop()
    },
    { scope: 'worker', timeout: 180_000 }
  ],
  foreignPage: [
    async ({}, use) => {
      const page = await startForeignPage()
      await use(page)
      page.close()
    },
    { scope: 'worker' }
  ],
  account: async ({ product }, use) => {
    await use((right) => {
      const found = product.accounts.find((account) => account.right === right)
      if (!found) throw new Error(`The demo has no account with the right ${right}.`)
      return found
    })
  },
  center: async ({ page, product }, use) => {
    await use(new Center(page, `${product.url}/plain.html`))
  }
})

export { expect } from '@playwright/test'
