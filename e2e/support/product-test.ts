import { test as base } from '@playwright/test'
import { type Product, startProduct } from '../../testing/product.ts'
import { writeForeign } from './foreign-answers.ts'
import { type ForeignPage, startForeignPage } from './foreign-page.ts'

/** The `test` with one product a worker: starting one costs seconds, and no test may rely on the traces of another. */
export const test = base.extend<{ isForeign: boolean }, { product: Product; foreignPage: ForeignPage }>({
  isForeign: [false, { option: true }],
  context: async ({ context, isForeign }, use) => {
    if (isForeign) await writeForeign(context)
    await use(context)
    // A call that the page began at the test's end is answered after the context is closed, which throws.
    await context.unrouteAll({ behavior: 'ignoreErrors' })
  },
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
  ]
})
