import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { type IncomingMessage, request as httpRequest } from 'node:http'
import type { Locator } from '@playwright/test'
import { axeViolations } from './support/axe.ts'
import { Center } from './support/center.ts'
import { demoAccount, makeHostile } from './support/demo-mails.ts'
import { expect, test } from './support/test.ts'

const demo = new URL('../server/src/demo/', import.meta.url)

test('the demo shop has the name, town, logo and colour of the letters', async ({ page, product }) => {
  const read = async (name: string) => readFile(new URL(name, demo), 'utf8')
  type Provider = Record<'tradeName' | 'street' | 'plz' | 'place' | 'colour', string>
  const { provider } = JSON.parse(await read('catalogue.json')) as { provider: Provider }
  const address = `${provider.street}, ${provider.plz} ${provider.place}`
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto(product.url)
  await expect(page.locator('.brand')).toHaveText(provider.tradeName)
  await expect(page.locator('#kontakt')).toContainText(address)
  const shapes = (svg: string) => Array.from(svg.matchAll(/ (?:d|fill|stroke)=["'](.*?)["']/g), ([, value]) => value)
  const logo = decodeURIComponent((await page.locator('.brand img').getAttribute('src')) ?? '')
  expect(shapes(logo)).toEqual(shapes(await read('logo.svg')))
  const colour = `rgb(${[1, 3, 5].map((at) => Number.parseInt(provider.colour.slice(at, at + 2), 16)).join(', ')})`
  await expect(page.getByRole('button', { name: 'Anmelden', exact: true })).toHaveCSS('background-color', colour)
  await expect(page.getByRole('link', { name: /^Buchen/ }).first()).toHaveCSS('color', colour)
})

test('an account that sees little or nothing says what and why', async ({ page, product }) => {
  await page.goto(product.url)
  await makeHostile(page)
  // The sheet closes with the login, and has no role from then on.
  const explanation = page.locator('form [name="explanation"]')
  const choose = async (label: RegExp) => (await demoAccount(page, label)).click()
  await choose(/Shopzugang ohne Ansicht Rechnungen/)
  await expect(explanation).toContainText('keine Bestellungen und Rechnungen: Dieses Recht ist')
  // Its button says whom one is now.
  await expect(page.getByRole('dialog', { name: 'Demo', exact: true })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Demo · Željko' })).toBeVisible()
  for (const width of [1280, 390, 320]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await axeViolations(page), `${width} px`).toEqual([])
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
  await choose(/Keine Zugangsberechtigung/)
  await expect(page.getByText('Anmeldung fehlgeschlagen:')).toBeVisible()
  await expect(explanation).toContainText('Kann sich nicht anmelden und sieht deshalb nichts')
  await expect(page.getByRole('button', { name: 'Anmelden', exact: true })).toBeVisible()
})

test('one click logs in, also after the password was changed', async ({ page, product, account }) => {
  const { customerNumber, userName, password } = account('admin')
  await page.goto(product.url)
  await page.getByRole('button', { name: 'Als Katharina ansehen' }).click()
  await expect(page.getByRole('heading', { name: 'Übersicht' })).toBeVisible()
  const overview = page.locator('customer-center')
  await expect(overview.getByText(/fällig seit/)).toBeVisible()
  await expect(overview.getByText(/\d+ Unterlagen zu |^\d+ Unterlagen$/).first()).toBeVisible()
  await expect(overview.getByText('In den Kalender')).toBeVisible()
  const courses = page.getByRole('region', { name: 'Demnächst im Programm' }).getByRole('listitem')
  await expect(courses).toHaveCount(6)
  for (const text of await courses.allTextContents()) expect(text).toMatch(/\d\d\.\d\d\.\d{4}.+\d{3},\d\d €Buchen/)
  // The page sends no password at all, so none that was changed.
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.postData() ?? ''))
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Übersicht' })).toBeVisible()
  expect(sent.filter((body) => body.includes(password) || body.includes(customerNumber))).toEqual([])
  expect(sent.filter((body) => body.includes(userName))).toHaveLength(1)
})

test('the first window says what one gets, with the product’s buttons', async ({ page, product }) => {
  for (const [width, height] of [
    [1280, 720],
    [820, 1180],
    [390, 844]
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.goto(product.url)
    const enter = page.getByRole('button', { name: 'Als Katharina ansehen' })
    await expect(page.getByText('Probieren Sie das Kundencenter ohne Passwort aus.')).toBeInViewport({ ratio: 1 })
    await expect(enter).toBeInViewport({ ratio: 1 })
    if (width === 1280) await expect(page.getByRole('heading', { name: 'Demnächst im Programm' })).toBeInViewport()
    const lookOf = (button: Locator) =>
      button.evaluate((element) => {
        const { fontSize, fontWeight, fontFamily, borderRadius } = getComputedStyle(element)
        return { fontSize, fontWeight, fontFamily, borderRadius, width: element.getBoundingClientRect().width }
      })
    expect(await lookOf(enter)).toEqual(await lookOf(page.getByRole('button', { name: 'Anmelden', exact: true })))
  }
})

test('whoever logs in by the form needs no other way in', async ({ page, product, account }) => {
  const center = new Center(page, product.url)
  const quick = page.getByRole('button', { name: 'Als Katharina ansehen' })
  const room = page.locator('html')
  await center.open()
  await expect(quick).toBeVisible()
  await center.logIn(account('admin'))
  await expect(center.menu).toBeAttached()
  await expect(quick).toBeHidden()
  await expect(room).toHaveClass('in')
  await page.reload()
  await expect(center.menu).toBeAttached()
  await expect(quick).toBeHidden()
  await page.getByRole('button', { name: 'Abmelden', exact: true }).first().click()
  await expect(quick).toBeVisible()
  await expect(room).toHaveClass('out')
})

test('a session of the host is for own names and the demo’s accounts alone', async ({ product, account }) => {
  const ask = async (userName: string, host: string) => {
    const request = httpRequest(`${product.url}/demo/session`, {
      method: 'POST',
      headers: { host, 'content-type': 'application/json' }
    }).end(JSON.stringify({ userName }))
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    response.resume()
    return response.statusCode
  }
  const { userName } = account('admin')
  const { host } = new URL(product.url)
  expect(await ask(userName, host)).toBe(200)
  expect(await ask(userName, 'localhost:3000')).toBe(200)
  for (const [name, other] of [
    ['fremd@example.at', host],
    [account('none').userName, host]
  ] as const)
    expect([name, other, await ask(name, other)]).toEqual([name, other, 404])
  for (const other of ['demo.example', '192.168.0.7:3000'])
    expect([other, await ask(userName, other)]).toEqual([other, 421])
})

test('the pill opens and closes by the keyboard, with the focus back', async ({ page, product }) => {
  for (const width of [1360, 1280, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto(product.url)
    const pill = page.getByRole('button', { name: /^Demo/ })
    const { width: across = 0, height = 0 } = (await pill.boundingBox()) ?? {}
    expect(height).toBe(44)
    expect(across).toBeGreaterThan(44)
    expect((await page.locator('customer-center').boundingBox())?.y).toBeLessThanOrEqual(120)
    await pill.focus()
    await page.keyboard.press('Enter')
    const sheet = page.getByRole('dialog', { name: 'Demo', exact: true })
    await expect(sheet).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(sheet.getByRole('button', { name: 'Schließen' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(sheet).toBeHidden()
    await expect(pill).toBeFocused()
  }
})

test('the pill covers no control of the page, logged out or in', async ({ page, product }) => {
  const covered = () =>
    page.evaluate(() => {
      const pill = document.querySelector('.demo-pill > .open')?.getBoundingClientRect()
      const center = document.querySelector('customer-center')
      return [center?.shadowRoot, document]
        .flatMap((root) => [...(root?.querySelectorAll('a, button:not(.open), input, select') ?? [])])
        .filter((control) => {
          const { left, right, top, bottom, width } = control.getBoundingClientRect()
          const beside = !pill || left >= pill.right || right <= pill.left || top >= pill.bottom || bottom <= pill.top
          return width > 1 && !beside
        })
        .map((control) => control.textContent)
    })
  for (const width of [1360, 1280, 820, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto(product.url)
    const enter = page.getByRole('button', { name: 'Als Katharina ansehen' })
    await expect(enter).toBeVisible()
    expect(await covered(), `${width} px, logged out`).toEqual([])
    await enter.click()
    await page.evaluate(() => (location.hash = '#/invoices'))
    await expect(page.getByRole('button', { name: /^Öffnen/ }).first()).toBeVisible()
    for (const top of [0, 100_000]) {
      await page.evaluate((to) => scrollTo(0, to), top)
      expect(await covered(), `${width} px, ${top}`).toEqual([])
    }
    await page.evaluate(() => sessionStorage.clear())
  }
})

test('on a phone each way in is as large as a finger, and where the login begins', async ({ page, product }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(product.url)
  const boxOf = async (name: string | RegExp) => {
    const target = page.getByRole(name instanceof RegExp ? 'link' : 'button', { name, exact: true }).first()
    await expect(target).toBeVisible()
    return (await target.boundingBox())!
  }
  const enter = await boxOf('Als Katharina ansehen')
  for (const { height } of [enter, await boxOf(/^Buchen/), await boxOf(/^Kurse$/)])
    expect(height).toBeGreaterThanOrEqual(44)
  expect(enter.x).toBeCloseTo((await boxOf('Anmelden')).x)
})

test('in the hostile theme of a shop the login and the overview stay as they are', async ({ page, product }) => {
  await page.goto(product.url)
  await makeHostile(page)
  await page.getByRole('button', { name: 'Als Katharina ansehen' }).click()
  const heading = page.getByRole('heading', { name: 'Übersicht' })
  await expect(heading).toBeVisible()
  await expect(heading).toHaveCSS('text-transform', 'none')
  await expect(heading).toHaveCSS('letter-spacing', /^normal$|^-/)
  expect(await axeViolations(page)).toEqual([])
  for (const width of [1280, 390, 320]) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
})

test('the picture of the docs shows the shop, and `npm run generate -- --picture` makes it anew', async ({
  page,
  product
}, info) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto(product.url)
  await page.getByRole('button', { name: 'Als Katharina ansehen' }).click()
  await expect(page.getByText('In den Kalender')).toBeVisible()
  const png = (await page.screenshot()).toString('base64')
  const webp = await page.evaluate(async (data) => {
    const image = new Image()
    image.src = `data:image/png;base64,${data}`
    await image.decode()
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { width: image.width, height: image.height })
    canvas.getContext('2d')?.drawImage(image, 0, 0)
    return canvas.toDataURL('image/webp', 0.9).split(',')[1] ?? ''
  }, png)
  const picture = Buffer.from(webp, 'base64')
  expect(picture.subarray(8, 12).toString()).toBe('WEBP')
  if (info.config.updateSnapshots === 'all')
    await writeFile(new URL('../docs/customer-center.webp', import.meta.url), picture)
})
