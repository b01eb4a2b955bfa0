import { test as base, expect, type Page } from '@playwright/test'
import { Center } from '../support/center.ts'
import { startProduct, type Product } from '../support/product.ts'
import { type AppServer, serveApp } from './app-server.ts'

const name = process.env['HOST_APP']
if (!name) throw new Error('HOST_APP names the app: a folder of e2e/hosts.')
export const app = name

export interface AppOptions {
  /** Of the page with the element. */
  readonly path: string
}

interface Fixtures {
  /** The customer center in the app, with an admin logged in by its form. */
  readonly center: Center
}

interface WorkerFixtures extends AppOptions {
  readonly appServer: AppServer
  readonly product: Product
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  path: ['/', { option: true, scope: 'worker' }],
  appServer: [
    async ({}, use) => {
      const server = await serveApp(app)
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 180_000 }
  ],
  product: [
    async ({ appServer }, use) => {
      // The apps are built with this address.
      const product = await startProduct({ PORT: '4390', CORS_ORIGINS: appServer.origin })
      await use(product)
      await product.stop()
    },
    { scope: 'worker', timeout: 180_000 }
  ],
  center: async ({ page, path, product, appServer }, use) => {
    const errors: string[] = []
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
    page.on('pageerror', (error) => errors.push(error.message))
    const center = new Center(page, `${appServer.origin}${path}`)
    await center.open()
    await markPage(page)
    const admin = product.accounts.find(({ right }) => right === 'admin')
    if (!admin) throw new Error('The demo has no admin.')
    await center.logIn(admin)
    await expect(center.menu).toBeAttached()
    await use(center)
    // What the app's framework says of the element, such as markup that differs from the server's, stands there too.
    expect(errors).toEqual([])
    expect(await page.evaluate(() => 'samePage' in window), 'the page was not loaded again').toBe(true)
  }
})

/** From now on the page may not be loaded again. */
export async function markPage(page: Page): Promise<void> {
  await page.evaluate(() => Object.assign(window, { samePage: true }))
}

export { expect } from '@playwright/test'
