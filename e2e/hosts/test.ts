import { test as base, expect, type Page } from '@playwright/test'
import { type Account, adminsOf, startProduct, type Product, tokenOf } from '../../testing/product.ts'
import { Center } from '../support/center.ts'
import { type AppServer, serveApp } from './app-server.ts'

const { HOST_APP: name, HOST_FOLDER: folder } = process.env
if (!name || !folder) throw new Error('HOST_APP names the app, HOST_FOLDER the folder in which it is built.')
export const app = name

export interface AppOptions {
  /** The path of the page with the element. */
  readonly path: string
}

/** A person who logs in to the shop by a button of its page. */
export interface Person extends Account {
  /** The name on the button. */
  readonly name: string
}

interface Fixtures {
  /** Persons of two companies. */
  readonly persons: [Person, Person]
  /** The customer center in the app, with nobody logged in. */
  readonly loggedOut: Center
  /** The customer center with an admin logged in by its form. */
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
      const server = await serveApp(folder)
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
  persons: async ({ page, product }, use) => {
    await use(await serveShop(page, product))
  },
  loggedOut: async ({ page, path, product: _started, appServer }, use) => {
    const errors: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(`${message.text()} ${message.location().url}`)
    })
    page.on('pageerror', (error) => errors.push(error.message))
    const center = new Center(page, `${appServer.origin}${path}`)
    await center.open()
    await markPage(page)
    await use(center)
    // The console also has the messages of the app's framework about the element, such as markup that differs from the
    // server's.
    expect(errors).toEqual([])
    expect(await page.evaluate(() => 'samePage' in window), 'the page was not loaded again').toBe(true)
  },
  center: async ({ loggedOut, product }, use) => {
    const [admin] = adminsOf(product)
    await loggedOut.logIn(admin)
    await expect(loggedOut.menu).toBeAttached()
    await viewTransitionOver(loggedOut.page)
    await use(loggedOut)
  }
})

/** Serves the shop: gives a token for the person whom `shop/login.ts` has logged in to the shop. */
async function serveShop(page: Page, product: Product): Promise<[Person, Person]> {
  const [first, second] = adminsOf(product)
  const persons: [Person, Person] = [
    { ...first, name: 'Anna' },
    { ...second, name: 'Berta' }
  ]
  await page.route('**/center-token', async (route) => {
    const cookies = await page.context().cookies(route.request().url())
    const user = cookies.find((cookie) => cookie.name === 'shop-user')
    const person = persons.find((one) => one.name.toLowerCase() === user?.value)
    await route.fulfill({ json: person ? await tokenOf(person, product) : null })
  })
  return persons
}

/**
 * Waits for the end of the app's view transition: routers leave the rejection of one that they skip themselves
 * unhandled, for a step that comes before its end.
 */
export async function viewTransitionOver(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // The app begins it when its router has rendered.
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
    await document.activeViewTransition?.finished
  })
}

/** Marks the page, which may not be loaded again from now on. */
export async function markPage(page: Page): Promise<void> {
  await page.evaluate(() => Object.assign(window, { samePage: true }))
}

export { expect } from '@playwright/test'
