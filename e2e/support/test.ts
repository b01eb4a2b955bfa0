import { type Account, accountOf } from '../../testing/product.ts'
import { Center } from './center.ts'
import { test as productTest } from './product-test.ts'

interface Fixtures {
  /** The element on the smallest page, driven as a person would. */
  readonly center: Center
  /** The first demo account with a right. */
  readonly account: (right: string) => Account
}

export const test = productTest.extend<Fixtures>({
  account: async ({ product }, use) => {
    await use((right) => accountOf(product, right))
  },
  center: async ({ page, product }, use) => {
    await use(new Center(page, `${product.url}/plain.html`))
  }
})

export { expect } from '@playwright/test'
