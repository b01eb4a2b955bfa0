import type { Frame, Page } from '@playwright/test'
import { accountOf, type Product, tokenOf } from '../testing/product.ts'
import { elementScript, shopDocument } from './support/foreign-page.ts'
import { expect, test } from './support/test.ts'

interface Line {
  readonly name: string
  readonly state: string
  readonly finding: string
  readonly remedy: string
  readonly reference: string
}

const document = (product: Product, attributes: string, name = 'customer-center') =>
  shopDocument(`<${name} ${attributes}></${name}>${elementScript(product)}`)
const configOf = ({ url }: Product) => `config-url="${url}/elements/assets/config.prod.json"`

function check(page: Page | Frame, name = 'customer-center', options = {}): Promise<Line[]> {
  return page.evaluate(
    async ([tag, given]) => {
      await customElements.whenDefined(tag)
      const element = globalThis.document.querySelector(tag) as HTMLElement & {
        check: (options: object) => Promise<Line[]>
      }
      return element.check(given)
    },
    [name, options] as const
  )
}

/** Formats the failures as `name: remedy`. */
const failures = (lines: Line[]) =>
  lines.filter(({ state }) => state === 'failed').map(({ name, remedy }) => `${name}: ${remedy}`)

test.describe('check() finds everything fine', () => {
  for (const name of ['customer-center', 'customer-contact', 'event-layers'])
    test(`for <${name}> on a listed page of another origin`, async ({ page, product, foreignPage }) => {
      const printed: string[] = []
      page.on('console', (message) => printed.push(`${message.type()}: ${message.text()}`))
      foreignPage.show(document(product, configOf(product), name), {})
      await page.goto(foreignPage.origin)
      const lines = await check(page, name)
      expect(lines.map((line) => [line.name, line.state])).toEqual(
        [
          'configuration',
          'texts',
          'cors',
          'credentials',
          'anti-forgery',
          'version',
          'answers',
          'csp-script',
          'csp-connect',
          'csp-img',
          'csp-blob',
          'mixed-content',
          'storage',
          'pop-ups',
          'built-ins'
        ].map((one) => [one, 'fine'])
      )
      expect(printed.some((line) => line.startsWith('table: '))).toBe(true)
      expect(printed).toContain(`info: <${name}> can work on this page.`)
    })

  test('on a page of the server itself, logged in and out', async ({ center, account }) => {
    await center.open()
    await expect(center.page.getByLabel('Kundennummer')).toBeVisible()
    expect(failures(await check(center.page))).toEqual([])
    await center.logIn(account('contact'))
    await expect(center.menu).toBeAttached()
    expect(failures(await check(center.page))).toEqual([])
    await expect(center.menu).toBeAttached()
  })
})

test('check() names the line of CORS_ORIGINS that an origin needs', async ({ page, product, foreignPage }) => {
  foreignPage.show(document(product, configOf(product)), {})
  // The page is the same by its address, whose origin the server does not know.
  const origin = foreignPage.origin.replace('localhost', '127.0.0.1')
  await page.goto(origin)
  const lines = await check(page)
  expect(failures(lines)).toEqual([`cors: Add ${origin} to CORS_ORIGINS of the server: CORS_ORIGINS=${origin}`])
  expect(lines.filter(({ state }) => state === 'unknown').map(({ name }) => name)).toEqual([
    'credentials',
    'anti-forgery',
    'version'
  ])
})

test.describe("check() names what the page's policy lacks", () => {
  const whole = (url: string) => ({
    'script-src': url,
    'connect-src': url,
    'img-src': url,
    'frame-src': 'blob:',
    'object-src': 'blob:'
  })
  for (const [left, expected] of [
    ['connect-src', (url: string) => [`csp-connect: Add to the page's Content-Security-Policy: connect-src ${url}`]],
    ['img-src', (url: string) => [`csp-img: Add to the page's Content-Security-Policy: img-src ${url}`]],
    ['frame-src', () => [`csp-blob: Add to the page's Content-Security-Policy: frame-src blob:`]],
    ['object-src', () => [`csp-blob: Add to the page's Content-Security-Policy: object-src blob:`]],
    ['nothing', () => []]
  ] as const)
    test(left, async ({ page, product, foreignPage }) => {
      const sources = Object.entries(whole(product.url)).filter(([directive]) => directive !== left)
      const policy = ["default-src 'self'", ...sources.map((one) => one.join(' '))].join('; ')
      foreignPage.show(document(product, configOf(product)), {}, { headers: { 'content-security-policy': policy } })
      await page.goto(foreignPage.origin)
      expect(failures(await check(page))).toEqual(expected(product.url))
    })

  test('the hash of a script', async ({ page, product, foreignPage }) => {
    const elements = `${product.url}/elements/v1/`
    const integrity = (await (await fetch(`${elements}integrity.json`)).json()) as Record<string, string>
    const [left] = Object.keys(integrity).filter((path) => path.includes('/evaluation-'))
    const known = Object.entries(integrity).filter(([path]) => path !== left)
    const map = JSON.stringify({ integrity: Object.fromEntries(known.map(([path, hash]) => [elements + path, hash])) })
    const policy = `script-src 'nonce-shop' ${known.map(([, hash]) => `'${hash}'`).join(' ')}`
    foreignPage.show(
      `<!doctype html><title>Shop</title><script type="importmap" nonce="shop">${map}</script>
      <customer-center ${configOf(product)}></customer-center>
      <script type="module" src="${elements}customer-center.js" integrity="${integrity['customer-center.js']}" crossorigin></script>`,
      {},
      { headers: { 'content-security-policy': policy } }
    )
    await page.goto(foreignPage.origin)
    expect(failures(await check(page))).toEqual([
      `csp-script: Add to the page's Content-Security-Policy: script-src ${product.url} (or the hashes of ${elements}integrity.json)`
    ])
  })
})

test('check() says that config-url names no configuration', async ({ page, product, foreignPage }) => {
  const attributes = `config-url="/nirgends.json" texts-url="${product.url}/elements/assets"`
  foreignPage.show(document(product, attributes), {})
  await page.goto(foreignPage.origin)
  expect(failures(await check(page))).toEqual([
    "configuration: Set config-url to the server's /elements/assets/config.prod.json."
  ])
})

test('check() says where texts are missing', async ({ page, product, foreignPage }) => {
  foreignPage.show(document(product, ''), { apiUrl: `${product.url}/api` })
  await page.goto(foreignPage.origin)
  expect(failures(await check(page))).toEqual([
    "texts: Set texts-url to the server's /elements/assets/, or put the files there."
  ])
})

test('check() tells an API of another version', async ({ page, product, foreignPage }) => {
  const attributes = `texts-url="${product.url}/elements/assets/"`
  foreignPage.show(document(product, attributes), { apiUrl: `${product.url}/api`, apiVersion: '7.0' })
  await page.goto(foreignPage.origin)
  expect(failures(await check(page))).toEqual([`version: Correct apiUrl (${product.url}/api) or apiVersion (7.0).`])
})

test('check() knows the sandbox that takes origin and storage away', async ({ page, product, foreignPage }) => {
  foreignPage.show(
    '<!doctype html><title>Shop</title><iframe sandbox="allow-scripts" src="/inner"></iframe>',
    {},
    { files: { '/inner': document(product, configOf(product)) } }
  )
  await page.goto(foreignPage.origin)
  const frame = page.frames().find((one) => one.url().endsWith('/inner'))
  expect(failures(await check(frame!))).toEqual([
    "cors: Add allow-same-origin to the iframe's sandbox: an origin 'null' cannot be allowed.",
    "storage: Add allow-same-origin to the iframe's sandbox."
  ])
})

test('check() knows a sandbox with empty tabs, and replaced built-ins', async ({ page, product, foreignPage }) => {
  const inner = `<script>
    const { bind } = Function.prototype
    Array.prototype.each = Element.prototype.hide = Array.from = function () { return [] }
    Function.prototype.bind = function (...given) { return bind.apply(this, given) }
    JSON.stringify = ((stringify) => (...given) => stringify(...given))(JSON.stringify)
    Element.prototype.closest = ((closest) => function (...given) { return closest.apply(this, given) })(Element.prototype.closest)
    Promise.all = ((all) => (given) => all.call(Promise, given))(Promise.all)
    Number.isFinite = (value) => isFinite(value)
    Date.now = () => 0
  </script>${document(product, configOf(product))}`
  foreignPage.show(
    '<!doctype html><title>Shop</title><iframe sandbox="allow-scripts allow-same-origin allow-popups" src="/inner"></iframe>',
    {},
    { files: { '/inner': inner } }
  )
  await page.goto(foreignPage.origin)
  const frame = page.frames().find((one) => one.url().endsWith('/inner'))
  const lines = await check(frame!)
  expect(failures(lines)).toEqual([
    "pop-ups: Add allow-popups-to-escape-sandbox to the iframe's sandbox.",
    'built-ins: Update or remove the library that replaces them.'
  ])
  expect(lines.find(({ name }) => name === 'built-ins')?.finding).toBe(
    'the page replaces Array.from, Date.now, Element.prototype.closest, Function.prototype.bind, JSON.stringify, Number.isFinite, Promise.all'
  )
})

test('check() names what no element uses of configuration and texts', async ({ page, product, foreignPage }) => {
  foreignPage.show(
    document(product, 'texts-url="/texts"'),
    { apiUrl: `${product.url}/api`, alowedRoutes: ['scripts'], allowedRoutes: ['scripts', 'skripte'] },
    {
      files: {
        ...Object.fromEntries(
          ['at', 'de', 'ch'].map((one) => [`/texts/text.${one}.json`, '{"menu.scripts": "Skripte"}'])
        ),
        '/texts/text.at.custom.json': '{"menu.skripte": "Unterlagen", "menu.scripts": "Unterlagen"}'
      }
    }
  )
  await page.goto(foreignPage.origin)
  await page.evaluate(() => {
    const element = globalThis.document.querySelector('customer-center')!
    Object.assign(element, { config: { languageInPath: 'ja' }, texts: { 'menu.scrips': 'Unterlagen' } })
  })
  const lines = (await check(page)).filter(({ state }) => state === 'failed')
  expect(lines.map(({ name, finding }) => `${name}: ${finding}`)).toEqual([
    'configuration: no element uses key "alowedRoutes", key "languageInPath", allowedRoutes "skripte"',
    'texts: no element uses texts "menu.scrips", texts "menu.skripte"'
  ])
  expect(lines.map(({ remedy }) => remedy)).toEqual([
    `Correct or remove these in ${foreignPage.origin}/assets/config.prod.json, or where the page sets the element's properties.`,
    `Correct or remove these in ${foreignPage.origin}/texts/, or where the page sets the element's properties.`
  ])
})

test('check() finds what an https page asks for over http', async ({ page, product }) => {
  const shop = 'https://shop.example'
  const body = document({ ...product, url: shop }, 'config-url="http://center.example/config.json"')
  await page.route(`${shop}/**`, async (route) => {
    const { pathname } = new URL(route.request().url())
    if (pathname === '/') return route.fulfill({ contentType: 'text/html', body })
    return route.fulfill({ response: await route.fetch({ url: product.url + pathname }) })
  })
  await page.goto(shop)
  expect(failures(await check(page))).toContain(
    'mixed-content: Give addresses with https: (config-url, texts-url, apiUrl): http://center.example/config.json http://center.example/'
  )
})

test.describe('check({ session: true })', () => {
  const ofBackend = (lines: Line[]) => lines.filter(({ name }) => name === 'backend')
  const session = { session: true }

  for (const [name, more, call] of [
    ['customer-center', '', 'GET /sessions'],
    ['customer-contact', '', 'GET /history'],
    ['event-layers', 'model-id="saal-1"', 'GET /eventmodel']
  ] as const)
    test(`finds that each call of the person's screens holds, for <${name}>`, async ({
      page,
      product,
      foreignPage
    }) => {
      const token = await tokenOf(accountOf(product, 'admin'), product)
      foreignPage.show(document(product, `${configOf(product)} session-token="${token}" ${more}`, name), {})
      await page.goto(foreignPage.origin)
      if (more) await page.getByRole('img', { name: 'Sitzplan' }).waitFor()
      const lines = await check(page, name, session)
      expect(failures(lines)).toEqual([])
      const said = ofBackend(lines).map(({ state, finding }) => `${state}: ${finding}`)
      expect(said.length).toBeGreaterThan(20)
      expect(said).toContain('fine: GET /customer holds')
      expect(said).toContain(`fine: ${call} holds`)
    })

  test('reads in the session of the cookie, and names what the elements cannot use', async ({ center, account }) => {
    await center.open()
    await center.logIn(account('admin'))
    await expect(center.menu).toBeAttached()
    expect(ofBackend(await check(center.page, 'customer-center', session)).length).toBeGreaterThan(20)
    await center.page.route('**/api/customer?*', async (route) => {
      const response = await route.fetch()
      const { responseData, ...rest } = (await response.json()) as { responseData: object }
      await route.fulfill({ response, json: { ...rest, responseData: { ...responseData, KND_ID: null } } })
    })
    const failed = ofBackend(await check(center.page, 'customer-center', session)).filter(
      ({ state }) => state === 'failed'
    )
    expect(failed).toEqual([
      {
        name: 'backend',
        state: 'failed',
        finding: "GET /customer, KND_ID: null (the elements show calls without the company's keys)",
        remedy: 'Send this member.',
        reference: 'CC-BACKEND'
      }
    ])
  })

  test('says that nobody is logged in, and makes no call of a screen', async ({ page, product, foreignPage }) => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    foreignPage.show(document(product, configOf(product)), {})
    await page.goto(foreignPage.origin)
    const lines = await check(page, 'customer-center', session)
    expect(ofBackend(lines)).toMatchObject([
      { state: 'unknown', finding: 'not checked, because nobody is logged in', reference: '' }
    ])
    expect(asked).not.toContain('/api/customer')
  })
})
