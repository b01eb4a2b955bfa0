import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Locator, Page } from '@playwright/test'
import { Center } from './support/center.ts'
import { centerDocument, elementScript, elementTag, shopDocument } from './support/foreign-page.ts'
import { expect, test } from './support/test.ts'

const require = createRequire(import.meta.url)

/** Records the errors in a page's console, the page's own errors included. */
function recordErrors(page: Page): string[] {
  const errors: string[] = []
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  page.on('pageerror', (error) => errors.push(error.message))
  return errors
}

/** Does the main job of a customer: opens a script, downloads an invoice. */
async function doMainJob(page: Page, center: Center): Promise<void> {
  await expect(center.menu).toBeAttached()
  await page.getByRole('link', { name: 'Skripte' }).first().click()
  await expect(center.heading('Skripte')).toBeVisible()
  await page.getByRole('link', { name: 'Rechnungen' }).first().click()
  const button = page.getByRole('button', { name: /^Download/ }).first()
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
  expect(download.suggestedFilename()).toMatch(/\.pdf$/)
  await page.goBack()
  await expect(center.heading('Skripte')).toBeVisible()
  await page.goForward()
  await expect(center.heading('Rechnungen')).toBeVisible()
}

test('a page of another origin starts without a red line in its console', async ({ page, showCenter }) => {
  const errors = recordErrors(page)
  await showCenter()
  await expect(page.getByLabel('Kundennummer')).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(errors).toEqual([])
})

const additions = `<script>
  Array.prototype.each = function () {}
  Object.prototype.extra = function () {}
  Array.prototype.toJSON = function () { return '[' + Array.prototype.map.call(this, (one) => JSON.stringify(one)).join() + ']' }
</script>`

test.describe('the main job is done on a page', () => {
  for (const [name, head] of [
    ['with <base href>', '<base href="/app/">'],
    ['with additions to Array.prototype and Object.prototype', additions],
    ['without any', '']
  ] as const)
    test(name, async ({ page, foreignPage, showCenter, account }) => {
      const errors = recordErrors(page)
      const center = await showCenter({ head, path: '/?seite=konto' })
      await center.logIn(account('admin'))
      await doMainJob(page, center)
      expect(page.url()).toBe(`${foreignPage.origin}/?seite=konto#/invoices`)
      expect(errors).toEqual([])
    })

  test('in nested shadow roots', async ({ page, product, foreignPage, account }) => {
    const nest = `<script type="module">
      const outer = document.querySelector('#outer').attachShadow({ mode: 'open' })
      outer.innerHTML = '<div id="inner"></div>'
      const inner = outer.querySelector('#inner').attachShadow({ mode: 'open' })
      inner.innerHTML = ${JSON.stringify(elementTag(product))}
    </script>`
    foreignPage.show(shopDocument(`<div id="outer"></div>${nest}${elementScript(product)}`), {})
    await page.goto(foreignPage.origin)
    const center = new Center(page, page.url())
    await center.logIn(account('admin'))
    await doMainJob(page, center)
  })

  test('with a hash router of its own, beside the route-prefix', async ({ page, product, foreignPage, account }) => {
    const router = `<p id="route"></p><script type="module">
      const show = () => { document.querySelector('#route').textContent = 'Seite ' + location.hash }
      addEventListener('hashchange', show)
      show()
    </script>`
    foreignPage.show(shopDocument(router + elementTag(product, 'route-prefix="konto"') + elementScript(product)), {})
    await page.goto(`${foreignPage.origin}/#/produkte/7`)
    const center = new Center(page, page.url())
    await center.logIn(account('admin'))
    await expect(center.menu).toBeAttached()
    await expect(page.locator('#route')).toHaveText('Seite #/produkte/7')
    await doMainJob(page, center)
    await expect(page.locator('#route')).toHaveText('Seite #/konto/invoices')
  })
})

test.describe('on a device at the other end of the world, on a page with <base href>', () => {
  test.use({ timezoneId: 'Pacific/Auckland', locale: 'en-US' })

  /** Returns the minutes from then to now, as the provider's clock shows them. */
  const minutesSince = (start: number) => {
    const format = new Intl.DateTimeFormat('de-DE', {
      dateStyle: 'medium',
      timeStyle: 'short',
      timeZone: 'Europe/Vienna'
    })
    const count = Math.ceil((Date.now() - start) / 60_000) + 1
    return Array.from({ length: count }, (_, index) => format.format(start + index * 60_000).replace(', ', ' um '))
  }
  const timeIn = async (sentence: Locator) => / am (.+) Uhr/.exec((await sentence.textContent()) ?? '')?.[1]

  test('a change and a copy of the own data have its time', async ({ page, showCenter, account }) => {
    const start = Date.now()
    const center = await showCenter({ head: '<base href="/app/">', path: '/#/mydata/companydata' })
    await center.logIn(account('admin'))
    await page.getByLabel('Fax').fill('+43 1 555 77')
    await page.getByRole('button', { name: 'Speichern' }).click()
    await expect(page.getByText(/^Gespeichert/)).toBeVisible()
    await page.getByRole('link', { name: 'Unternehmen' }).first().click()
    await page.getByRole('button', { name: 'Verlauf', exact: true }).click()
    const changed = page.getByText(/^Geändert am /).first()
    await expect(changed).toBeVisible()
    expect(minutesSince(start)).toContain(await timeIn(changed))

    await page.getByRole('link', { name: 'Benutzerprofil' }).first().click()
    await page.getByRole('button', { name: 'Kopie erstellen' }).click()
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'PDF-Datei herunterladen' }).click()
    expect((await saved).suggestedFilename()).toBe('Kopie Ihrer Daten.pdf')
    await page.reload()
    const made = page.getByText(/^Erstellt am /)
    await expect(made).toBeVisible()
    expect(minutesSince(start)).toContain(await timeIn(made))
  })
})

test.describe('under a content security policy', () => {
  for (const strict of ['', " 'strict-dynamic'"])
    test(`of hashes alone${strict}`, async ({ page, product, foreignPage, account }) => {
      const errors = recordErrors(page)
      const elements = `${product.url}/elements/v1/`
      const integrity = (await (await fetch(`${elements}integrity.json`)).json()) as Record<string, string>
      const byUrl = Object.fromEntries(Object.entries(integrity).map(([path, hash]) => [elements + path, hash]))
      const map = JSON.stringify({ integrity: byUrl })
      const sources = [...Object.values(integrity), `sha256-${createHash('sha256').update(map).digest('base64')}`]
      const policy = [
        `script-src ${sources.map((hash) => `'${hash}'`).join(' ')}${strict}`,
        `connect-src 'self' ${product.url}`,
        `img-src ${product.url} data:`,
        "default-src 'self'"
      ].join('; ')
      const loader = `<script type="module" src="${elements}customer-center.js" integrity="${integrity['customer-center.js']}" crossorigin></script>`
      const head = `<script type="importmap">${map}</script>`
      foreignPage.show(
        shopDocument(elementTag(product) + loader, head),
        {},
        { headers: { 'content-security-policy': policy } }
      )
      await page.goto(foreignPage.origin)
      const center = new Center(page, page.url())
      await center.logIn(account('admin'))
      await doMainJob(page, center)
      expect(errors).toEqual([])
    })

  test('that demands Trusted Types', async ({ page, showCenter, account }) => {
    const errors = recordErrors(page)
    const headers = { 'content-security-policy': "require-trusted-types-for 'script'; trusted-types customer-center" }
    const center = await showCenter({ headers })
    await center.logIn(account('admin'))
    await doMainJob(page, center)
    expect(errors).toEqual([])
  })
})

test('in a sandbox without allow-same-origin the login is shown', async ({ page, product, foreignPage }) => {
  const thrown: string[] = []
  page.on('pageerror', (error) => thrown.push(error.message))
  foreignPage.show(
    shopDocument('<iframe sandbox="allow-scripts allow-forms" src="/inner" width="800" height="600"></iframe>'),
    {},
    { files: { '/inner': centerDocument(product) } }
  )
  await page.goto(foreignPage.origin)
  await expect(page.frameLocator('iframe').getByLabel('Kundennummer')).toBeVisible()
  expect(thrown).toEqual([])
})

test('a script that is blocked leaves what the page wrote between the tags', async ({ page, product, foreignPage }) => {
  await page.route('**/customer-center.js', (route) => route.abort())
  const content = '<customer-center><a href="/kontakt">Kontakt zum Shop</a></customer-center>'
  foreignPage.show(shopDocument(content + elementScript(product)), {})
  await page.goto(foreignPage.origin)
  await expect(page.getByRole('link', { name: 'Kontakt zum Shop' })).toBeVisible()
})

test('a classic script, and a second copy, are told in the console', async ({ page, product, foreignPage }) => {
  const lines: string[] = []
  page.on('console', (message) => lines.push(message.text()))
  foreignPage.show(shopDocument(`<script src="${product.url}/elements/v1/customer-center.js"></script>`), {})
  await page.goto(foreignPage.origin)
  await expect.poll(() => lines).toEqual(['Load customer-center.js with type="module". (CC-MODULE)'])
  lines.length = 0
  const second = `<script type="module" src="${product.url}/elements/customer-center.js"></script>`
  foreignPage.show(shopDocument(elementScript(product) + second), {})
  await page.goto(foreignPage.origin)
  await expect.poll(() => lines).toEqual(['customer-center.js is loaded twice. (CC-LOADED-TWICE)'])
})

test('a job is kept over a reload where arrays have a toJSON', async ({ page, showCenter, account }) => {
  const center = await showCenter({ head: additions, path: '/#/confirmations/participation' })
  await center.logIn(account('admin'))
  await page.getByRole('combobox', { name: 'Event' }).selectOption({ index: 1 })
  // The newest is the first; other tests of this product may have made more.
  const open = page.getByRole('button', { name: /^Öffnen/ }).first()
  const create = page.getByRole('button', { name: 'Erstellen', exact: true })
  await Promise.all([page.waitForResponse(/function\/start$/), create.click()])
  await expect(open).toBeEnabled()
  await page.reload()
  await expect(open).toBeEnabled()
})

test('Turbo’s visits and the way back keep the element right', async ({ page, product, foreignPage, account }) => {
  const turbo = readFileSync(require.resolve('@hotwired/turbo'), 'utf8')
  const head = '<script type="module" src="/turbo.js"></script>' + elementScript(product)
  const other = shopDocument('<h1>Warenkorb</h1><a href="/">Konto</a>', head)
  foreignPage.show(
    shopDocument(`<a href="/warenkorb">Warenkorb</a>${elementTag(product)}`, head),
    {},
    {
      files: { '/warenkorb': other, '/turbo.js': turbo }
    }
  )
  await page.goto(foreignPage.origin)
  const center = new Center(page, page.url())
  await center.logIn(account('admin'))
  await doMainJob(page, center)
  await page.evaluate(() => Object.assign(window, { samePage: true }))
  await page.getByRole('link', { name: 'Warenkorb' }).click()
  await expect(page.getByRole('heading', { name: 'Warenkorb' })).toBeVisible()
  await page.goBack()
  await expect(center.heading('Rechnungen')).toBeVisible()
  await page.goBack()
  await expect(center.heading('Skripte')).toBeVisible()
  expect(await page.evaluate(() => 'samePage' in window)).toBe(true)
})

test('htmx: the element works in what it swaps in', async ({ page, product, foreignPage, account }) => {
  const htmx = readFileSync(require.resolve('htmx.org/dist/htmx.min.js'), 'utf8')
  const head = `<script src="/htmx.js"></script>${elementScript(product)}`
  foreignPage.show(
    shopDocument('<button hx-get="/konto" hx-target="#inhalt">Mein Konto</button><main id="inhalt"></main>', head),
    {},
    { files: { '/konto': elementTag(product), '/htmx.js': htmx } }
  )
  await page.goto(foreignPage.origin)
  await page.getByRole('button', { name: 'Mein Konto' }).click()
  const center = new Center(page, page.url())
  await center.logIn(account('admin'))
  await doMainJob(page, center)
  await page.getByRole('button', { name: 'Mein Konto' }).click()
  await expect(center.heading('Rechnungen')).toBeVisible()
})
