import type { Page, Route } from '@playwright/test'
import { fallbackRoute, routes } from '@customer-center/contract/routes'
import { hold } from './support/hold.ts'
import { expect, test } from './support/test.ts'

/** Keeps the code back that makes the first view work; the returned function lets it come. */
const holdApp = (page: Page) => hold(page, '**/chunks/app-*.js')

/** Reads the position of everything that a person sees. */
function places(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const all =
      document
        .querySelector('customer-center')
        ?.shadowRoot?.querySelectorAll('a, img, button:not(.kc-hidden), h1, p') ?? []
    return Array.from(all, (one) => {
      const { x, y, width, height } = one.getBoundingClientRect()
      return `${one.localName} ${[x, y, width, height].map(Math.round).join(' ')}`
    })
  })
}

for (const width of [1280, 900, 390])
  test(`at ${width} px menu and tiles stand before the code, and nothing moves`, async ({ center, account }) => {
    const { page } = center
    await page.setViewportSize({ width, height: 844 })
    const comes = await holdApp(page)
    await center.enter(account('admin'))
    await expect(center.heading('Übersicht')).toBeVisible()
    const tiles = page.locator('[part=tile]')
    await expect(tiles).toHaveCount(6)
    for (const image of await tiles.locator('img').all())
      await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.complete && one.naturalWidth)).toBe(96)
    expect(await center.axeViolations()).toEqual([])
    const before = await places(page)
    const heading = await center.heading('Übersicht').elementHandle()
    comes()
    await page.locator('customer-center').getByRole('button', { name: 'Zum Inhalt springen' }).press('Enter')
    await expect
      .poll(() => heading?.evaluate((one) => one === (one.getRootNode() as ShadowRoot).activeElement))
      .toBe(true)
    // The overview's own lines come later, into room that is kept for them: all earlier lines stay where they were.
    expect(await places(page)).toEqual(expect.arrayContaining(before))
  })

test('the first view waits for its own texts alone, its code for all of them', async ({ center, account }) => {
  const { page } = center
  const held: Route[] = []
  await page.route('**/text.at.json', (route) => void held.push(route))
  await center.enter(account('admin'))
  await expect(center.heading('Übersicht')).toBeVisible()
  await expect(page.locator('[part=tile]')).toHaveText([
    'Meine Daten',
    'Skripte',
    'Webinare',
    'Bestellungen',
    'Rechnungen',
    'Bestätigungen'
  ])
  await expect.poll(() => held.length).toBe(1)
  const heading = await center.heading('Übersicht').elementHandle()
  await held[0]?.continue()
  await page.getByRole('link', { name: 'Skripte' }).first().click()
  await expect(center.heading('Skripte')).toBeVisible()
  expect(await heading?.evaluate((one) => one.isConnected)).toBe(false)
})

/** Answers the requests for all texts with another name of the overview. */
async function renameOverview(page: Page, url: string, texts: string): Promise<void> {
  await page.route(url, async (route) => {
    const answer = await page.request.get(texts)
    await route.fulfill({ json: { ...((await answer.json()) as object), 'menu.overview': 'Start' } })
  })
}

test('a folder with texts of its own needs those of the first view nowhere', async ({ center, account, product }) => {
  const { page } = center
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.route('**/plain.html', async (route) => {
    const html = await (await route.fetch()).text()
    await route.fulfill({ contentType: 'text/html', body: html.replace('elements/assets/"></', 'own/"></') })
  })
  await renameOverview(page, '**/own/text.at.json', `${product.url}/elements/assets/text.at.json`)
  await center.enter(account('admin'))
  await expect(center.heading('Start')).toBeVisible()
  expect(asked).toContain('/own/text.at.json')
  expect(asked.filter((path) => path.includes('.first.'))).toEqual([])
})

test('where only the file of all texts was changed, the overview has them', async ({ center, account, product }) => {
  const { page } = center
  await renameOverview(page, '**/elements/assets/text.at.json', `${product.url}/elements/assets/text.at.json`)
  await center.enter(account('admin'))
  await expect(center.heading('Start')).toBeVisible()
  await expect(center.menu.getByRole('link', { name: 'Start' })).toBeVisible()
})

test('where the file of the first texts is missing, the overview comes with all texts', async ({ center, account }) => {
  const { page } = center
  await page.route('**/text.at.first.json', (route) => route.fulfill({ status: 404 }))
  await center.enter(account('admin'))
  await expect(center.heading('Übersicht')).toBeVisible()
  await expect(page.locator('[part=tile]')).toHaveCount(6)
})

test('on a phone the menu that is opened before its code is here opens when it comes', async ({ center, account }) => {
  const { page } = center
  await page.setViewportSize({ width: 390, height: 844 })
  const comes = await holdApp(page)
  await center.enter(account('contact'))
  const toggle = page.getByRole('button', { name: 'Menü' })
  await toggle.click()
  comes()
  await expect(toggle).toHaveAttribute('aria-expanded', 'true')
  await expect(center.menu.getByRole('link', { name: 'Skripte' })).toBeVisible()
})

test('a tile that is followed before its code is here leaves the height as it was', async ({ center, account }) => {
  const { page } = center
  const comes = await holdApp(page)
  await page.setViewportSize({ width: 390, height: 844 })
  // The list does not come, so that its screen is still on the way.
  await page.route('**/api/eventmanager/invoicebysubscriber*', () => {})
  await center.enter(account('admin'))
  const tile = page.getByRole('link', { name: 'Rechnungen' }).last()
  await expect(tile).toBeVisible()
  const heights = await page.locator('customer-center').evaluateHandle((element) => {
    const seen = [element.clientHeight]
    new ResizeObserver(() => void seen.push(element.clientHeight)).observe(element)
    return seen
  })
  await tile.click()
  comes()
  await expect(center.heading('Rechnungen')).toBeFocused()
  const [first = 0, ...later] = await heights.evaluate(async (seen) => {
    // Sizes are told with the frame that has them.
    await new Promise((settle) => requestAnimationFrame(() => requestAnimationFrame(settle)))
    return seen
  })
  expect(Math.min(...later)).toBeGreaterThanOrEqual(first)
})

test('every route has its two pictures', async ({ page, product }) => {
  await page.goto(product.url)
  const folder = `${product.url}/elements/assets/`
  const { images } = (await (await page.request.get(`${folder}config.prod.json`)).json()) as {
    images: Record<string, { small: string; big: string }>
  }
  for (const route of [fallbackRoute, ...routes])
    for (const url of [images[route]?.small, images[route]?.big]) {
      const [file = '', view = ''] = (url ?? '').split('#')
      const svg = await (await page.request.get(folder + file)).text()
      const found = await page.evaluate(
        ([text, id]) => new DOMParser().parseFromString(text, 'image/svg+xml').getElementById(id)?.localName,
        [svg, view] as const
      )
      expect(found, url).toBe('view')
    }
})

test('a screen whose code was taken away says that there is a new version', async ({ center, account }) => {
  const { page } = center
  await page.route('**/chunks/*', async (route) => {
    const { pathname } = new URL(route.request().url())
    if (/\/(app|first-paint)-/.test(pathname)) await route.continue()
    else await route.fulfill({ status: 404 })
  })
  await page.route('**/integrity.json', (route) => route.fulfill({ json: { 'chunks/app-later.js': 'sha384-x' } }))
  await center.enter(account('admin'))
  await page.getByRole('link', { name: 'Skripte' }).first().click()
  await expect(center.heading('Skripte')).toBeVisible()
  await expect(page.getByText('Es gibt eine neue Version.')).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Seite neu laden' }).click()
  await expect(page.getByRole('button', { name: /^Download/ }).first()).toBeVisible()
})
