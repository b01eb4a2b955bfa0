import type { Page } from '@playwright/test'
import { adminsOf, tokenOf } from '../testing/product.ts'
import { Center } from './support/center.ts'
import { elementScript, elementTag, shopDocument } from './support/foreign-page.ts'
import { hold } from './support/hold.ts'
import { expect, test } from './support/test.ts'

/**
 * Holds back all answers of the API and the configuration.
 * @returns one round trip: waits until all of these are under way side by side, and only then lets their answers come
 */
async function holdAnswers(page: Page) {
  const held: { readonly call: string; readonly answer: () => Promise<void> }[] = []
  await page.route(/\/api\/|config\.prod\.json/, (route) => {
    const { pathname } = new URL(route.request().url())
    held.push({ call: pathname.replace(/^.*\//, ''), answer: () => route.continue() })
  })
  return async (...calls: string[]) => {
    const missing = () => {
      const asked = held.map(({ call }) => call)
      return calls.filter((call) => !asked.includes(call) || asked.splice(asked.indexOf(call), 1).length === 0)
    }
    await expect.poll(missing).toEqual([])
    for (const call of calls) {
      const index = held.findIndex((one) => one.call === call)
      await held.splice(index, 1)[0]?.answer()
    }
  }
}

const profile = 'getcurrentwebshopuser'

test('a login takes two round trips once the form is filled in', async ({ center, account }) => {
  const { page } = center
  const roundTrip = await holdAnswers(page)
  await center.open()
  await roundTrip('config.prod.json')
  const { customerNumber, userName, password } = account('contact')
  await page.getByLabel('Kundennummer').fill(customerNumber)
  await roundTrip('getApiVersion')
  await center.logIn({ customerNumber, userName, password })
  await roundTrip('getToken')
  await roundTrip(profile)
  await expect(center.heading('Übersicht')).toBeVisible()
})

test('a link to a list takes no round trip more when somebody logs in there', async ({ center, account }) => {
  const { page } = center
  const roundTrip = await holdAnswers(page)
  await center.open('orders')
  await roundTrip('config.prod.json')
  const { customerNumber, userName, password } = account('admin')
  await page.getByLabel('Kundennummer').fill(customerNumber)
  await roundTrip('getApiVersion')
  await center.logIn({ customerNumber, userName, password })
  await roundTrip('getToken')
  await roundTrip(profile, 'ordersbysubscriber')
  await expectList(center, 'Bestellungen')
})

test('the overview of a kept session takes two round trips', async ({ center, account }) => {
  const { page } = center
  await center.enter(account('admin'))
  const roundTrip = await holdAnswers(page)
  await page.reload()
  await roundTrip('config.prod.json')
  await roundTrip(profile)
  await expect(center.heading('Übersicht')).toBeVisible()
})

test('the person of a kept session is asked for before the overview’s code', async ({ center, account }) => {
  const { page } = center
  await center.enter(account('admin'))
  const letGo = await hold(page, /\/first-paint-/)
  const asked = page.waitForRequest(/getcurrentwebshopuser/)
  // The event of the load waits for the code.
  await page.reload({ waitUntil: 'commit' })
  await asked
  letGo()
  await expect(center.heading('Übersicht')).toBeVisible()
})

test('a link to a list requests all code of its screen side by side', async ({ center, account }) => {
  const { page } = center
  await center.enter(account('admin'))
  await center.open('invoices')
  await expectList(center, 'Rechnungen')
  const letGo = await hold(page, /\/(app|invoices|screens|lists)-/)
  const asked = ['invoices', 'screens', 'lists'].map((chunk) => page.waitForRequest(new RegExp(`/${chunk}-`)))
  await page.reload({ waitUntil: 'commit' })
  await Promise.all(asked)
  letGo()
  await expectList(center, 'Rechnungen')
})

/**
 * Expects that all requests have their answers. The heading alone may be that of a screen whose list has yet to be
 * requested.
 */
async function expectList(center: Center, heading: string): Promise<void> {
  const { page } = center
  await expect(center.heading(heading)).toBeVisible()
  await expect(page.locator('.kc-skeleton')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Erneut versuchen' })).toHaveCount(0)
}

const forms = [
  ['mydata/companydata', 'Unternehmen', ['customerfields', 'customer', 'getPossibleValues']],
  ['mydata/userprofile', 'Benutzerprofil', [profile]]
] as const

for (const [route, heading, calls] of forms)
  test(`a link to the form of ${route} takes two round trips in a kept session`, async ({ center, account }) => {
    const { page } = center
    await center.enter(account('admin'), route)
    await expectList(center, heading)
    const roundTrip = await holdAnswers(page)
    await page.reload()
    await roundTrip('config.prod.json')
    await roundTrip(profile, ...calls)
    await expect(center.heading(heading)).toBeVisible()
    await expect(page.getByRole('textbox', { name: /^E-Mail/ })).toBeVisible()
  })

const lists = [
  ['mydata/contacts', 'Kontakte', 'contact'],
  ['mydata/invoiceaddress', 'Rechnungsadressen', 'address'],
  ['scripts', 'Skripte', 'documentsbysubscriber'],
  ['orders', 'Bestellungen', 'ordersbysubscriber'],
  ['invoices', 'Rechnungen', 'invoicebysubscriber']
] as const

for (const [route, heading, call] of lists.slice(2))
  test(`a link to ${route} asks for its rows once, before the code is there`, async ({ center, account }) => {
    const { page } = center
    await center.enter(account('admin'), route)
    await expectList(center, heading)
    const letGo = await hold(page, /\/app-/)
    const asked: string[] = []
    const rows = page.waitForRequest(new RegExp(`/api/.*/${call}$`))
    page.on('request', (request) => request.url().endsWith(`/${call}`) && asked.push(request.url()))
    await page.reload({ waitUntil: 'commit' })
    await rows
    letGo()
    await expectList(center, heading)
    expect(asked).toHaveLength(1)
  })

for (const [route, heading, call] of lists)
  test(`a link to ${route} takes two round trips in a kept session`, async ({ center, account }) => {
    const { page } = center
    await center.enter(account('admin'), route)
    await expectList(center, heading)
    const roundTrip = await holdAnswers(page)
    await page.reload()
    await roundTrip('config.prod.json')
    await roundTrip(profile, call)
    await expectList(center, heading)
  })

test('a link to the webinars takes one round trip more, for the customer’s keys', async ({ center, account }) => {
  const { page } = center
  await center.enter(account('admin'), 'webinars')
  await expectList(center, 'Webinare')
  const roundTrip = await holdAnswers(page)
  await page.reload()
  await roundTrip('config.prod.json')
  await roundTrip(profile, 'customer')
  await roundTrip('webinarlink')
  await expectList(center, 'Webinare')
})

test('a list takes two round trips where another origin gives it', async ({ page, product, foreignPage, account }) => {
  const token = await tokenOf(account('admin'), product)
  const fetchToken = `<script>document.querySelector('customer-center').fetchToken = async () => '${token}'</script>`
  foreignPage.show(shopDocument(elementTag(product) + fetchToken + elementScript(product)), {})
  const roundTrip = await holdAnswers(page)
  const center = new Center(page, foreignPage.origin)
  await center.open('orders')
  await roundTrip('config.prod.json')
  await roundTrip(profile, 'ordersbysubscriber')
  await expectList(center, 'Bestellungen')
})

test('a drawing takes two round trips in a kept session', async ({ center, product, account }) => {
  const { page } = center
  await page.route(`${product.url}/plan.html`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><html lang="de"><title>Plan</title><event-layers model-id="saal-1" config-url="/elements/assets/config.prod.json"></event-layers><script type="module" src="/elements/customer-center.js"></script></html>`
    })
  )
  await center.enter(account('contact'))
  const roundTrip = await holdAnswers(page)
  await page.goto(`${product.url}/plan.html`)
  await roundTrip('config.prod.json')
  await roundTrip(profile, 'eventmodel')
  await expect(page.getByRole('img', { name: 'Sitzplan mit 24 Plätzen' })).toBeVisible()
})

test('a list that was read ahead for the person before is not shown', async ({ center, product }) => {
  const { page } = center
  const [admin, other] = adminsOf(product)
  await center.enter(admin, 'mydata/contacts')
  await expectList(center, 'Kontakte')
  const token = await tokenOf(other, product)
  let listIsAnswered: () => void = () => undefined
  const answered = new Promise<void>((resolve) => (listIsAnswered = resolve))
  await page.route(`**/${profile}?*`, (route) => answered.then(() => route.continue()), { times: 1 })
  await page.route(
    '**/api/contact?*',
    async (route) => {
      // The browser would send this cookie after the other login.
      const headers = { ...route.request().headers(), cookie: `KC-SESSION=${token}` }
      const response = await route.fetch({ headers })
      expect(response.status()).toBe(200)
      await route.fulfill({ response })
      listIsAnswered()
    },
    { times: 1 }
  )
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.reload()
  await expectList(center, 'Kontakte')
  await expect.poll(() => asked.filter((path) => path === '/api/contact')).toHaveLength(2)
})
