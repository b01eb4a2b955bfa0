import { type Account, accountOf } from '../../testing/product.ts'
import { Center } from './center.ts'
import { centerDocument, type MorePages } from './foreign-page.ts'
import { test as productTest } from './product-test.ts'

interface ShownCenter extends MorePages {
  /** Attributes of the tag. */
  readonly attributes?: string
  readonly head?: string
  /** Path, query and hash of the page. */
  readonly path?: string
}

interface Fixtures {
  /** The element on the smallest page, driven as a person would. */
  readonly center: Center
  /** Goes to a page of another origin with the element. */
  readonly showCenter: (shown?: ShownCenter) => Promise<Center>
  /** The first demo account with a right. */
  readonly account: (right: string) => Account
}

export const test = productTest.extend<Fixtures>({
  account: async ({ product }, use) => {
    await use((right) => accountOf(product, right))
  },
  center: async ({ page, product }, use) => {
    await use(new Center(page, `${product.url}/plain.html`))
  },
  showCenter: async ({ page, product, foreignPage }, use) => {
    await use(async ({ attributes, head, path = '/', ...more } = {}) => {
      foreignPage.show(centerDocument(product, attributes, head), {}, more)
      await page.goto(foreignPage.origin + path)
      return new Center(page, `${foreignPage.origin}${path.replace(/#.*/, '')}`)
    })
  }
})

export { expect } from '@playwright/test'
