import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { everyRight, rightNames } from '@customer-center/contract/rights'
import { mayOpen, routes } from '@customer-center/contract/routes'
import { axeViolations } from '../../testing/axe.ts'
import { failure, success, mountLoggedIn, user } from '../../testing/mock-backend.ts'
import { stubUnsavedForm } from '../../testing/unsaved-form.tsx'
import { hasTiles, sectionOf, routeSections } from './routing/routes.ts'
import { screenLoaders } from './screen-outlet.tsx'

const whoAmI = 'GET /api/webshopuser/getcurrentwebshopuser'
const heading = (name: string) => page.getByRole('heading', { name, level: 1 })
const links = (element: HTMLElement, area: string) =>
  [...(element.shadowRoot?.querySelectorAll<HTMLAnchorElement>(`${area} a`) ?? [])].map((link) => link.hash.slice(2))

test.each(rightNames)('menu and overview offer %s what the right opens, nothing else', async (right) => {
  const { element } = await mountLoggedIn(right)
  await expect.element(heading('Übersicht')).toBeVisible()
  const built = routes.filter((route) => !hasTiles(route) && mayOpen(route, right))
  const top = [...new Set(built.map((route) => sectionOf(route) ?? route))]
  expect(links(element, '[part=main]')).toEqual(top)
  const ordered = top.flatMap((route) => [route, ...built.filter((other) => sectionOf(other) === route)])
  expect(links(element, '[part=menu]')).toEqual(['overview', ...ordered])
  for (const section of routeSections.filter((one) => top.includes(one))) {
    location.hash = `#/${section}`
    const below = built.filter((route) => sectionOf(route) === section)
    await expect.poll(() => links(element, '[part=main]')).toEqual(below)
  }
})

test('a right that is taken away meanwhile shows in menu and overview as soon as the server refuses something', async () => {
  const { backend, element } = await mountLoggedIn('admin')
  await expect.element(heading('Übersicht')).toBeVisible()
  await backend.respond({
    'GET /api/eventmanager/invoicebysubscriber': failure(403, 'Keine Berechtigung.'),
    [whoAmI]: user('contact')
  })
  location.hash = '#/invoices'
  await expect.element(page.getByRole('alert')).toMatchTextContent('Berechtigung')
  await expect.element(heading('Übersicht')).toBeVisible()
  expect(links(element, '[part=menu]')).not.toContain('invoices')
  expect(await backend.requests(whoAmI)).toHaveLength(2)
})

const forbidden = everyRight.flatMap((right) =>
  routes.filter((route) => !mayOpen(route, right)).map((route) => [right, route] as const)
)

test.each(forbidden)('%s is sent from %s to the overview, with a notice', async (right, route) => {
  history.replaceState(null, '', `#/${route}`)
  await mountLoggedIn(right)
  await expect.element(heading('Übersicht')).toBeVisible()
  await expect.element(page.getByRole('alert')).toMatchTextContent('keine Berechtigung')
  await expect.poll(() => location.hash).toBe('#/overview')
})

test.each(['the overview', 'a screen'])('the notice goes with a click on %s', async (target) => {
  history.replaceState(null, '', '#/orders')
  await mountLoggedIn('contact')
  const notice = page.getByText('keine Berechtigung')
  await expect.element(notice).toBeVisible()
  await expect.poll(() => location.hash).toBe('#/overview')
  const menu = page.getByRole('navigation', { name: 'Menü' })
  await menu.getByRole('link', { name: target === 'a screen' ? 'Meine Daten' : 'Übersicht' }).click()
  await expect.element(notice).not.toBeInTheDocument()
})

test('right none sees the warning and no tile, and no route leads on', async () => {
  const { element } = await mountLoggedIn('none')
  await expect.element(page.getByRole('alert')).toMatchTextContent('keine Berechtigung')
  for (const route of routes) {
    location.hash = `#/${route}`
    await expect.poll(() => location.hash, { message: route }).toBe('#/overview')
    await expect.element(heading('Übersicht')).toBeVisible()
    expect(links(element, '[part=main]')).toEqual([])
  }
})

const marked = (element: HTMLElement) =>
  [...(element.shadowRoot?.querySelectorAll('[part=menu] [aria-current]') ?? [])].map((item) => item.textContent)

test("right none marks 'Meine Daten' where the provider offers it, and otherwise nothing", async () => {
  const usual = await mountLoggedIn('none')
  await expect.element(heading('Übersicht')).toBeVisible()
  expect(marked(usual.element)).toEqual([])
  usual.element.remove()
  stubUnsavedForm()
  const { element } = await mountLoggedIn('none', { routeRights: { mydata: ['none'], 'mydata/userprofile': ['none'] } })
  await expect.element(heading('Übersicht')).toBeVisible()
  await expect.poll(() => marked(element)).toEqual(['Meine Daten'])
})

test("the order is the provider's, and a route that it leaves out is not offered", async () => {
  const { element } = await mountLoggedIn('admin', { allowedRoutes: ['invoices', 'scripts', 'nonsense'] })
  await expect.element(heading('Übersicht')).toBeVisible()
  expect(links(element, '[part=main]')).toEqual(['invoices', 'scripts'])
})

test("a provider's own table of rights counts", async () => {
  const { element } = await mountLoggedIn('contact', {
    allowedRoutes: ['mydata', 'mydata/userprofile', 'scripts', 'invoices'],
    routeRights: { invoices: ['contact'], scripts: [] }
  })
  await expect.element(heading('Übersicht')).toBeVisible()
  expect(links(element, '[part=main]')).toEqual(['mydata', 'invoices'])
})

test('images come by route from the configuration, small in the menu and big on the tiles', async () => {
  const { element } = await mountLoggedIn('admin', {
    images: { scripts: { small: 'images/s.svg', big: 'images/b.svg' } }
  })
  await expect.element(heading('Übersicht')).toBeVisible()
  const image = (area: string) =>
    element.shadowRoot?.querySelector<HTMLImageElement>(`${area} a[href$=scripts] img`)?.src
  expect(image('[part=menu]')).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[^/]+\/assets\/images\/s\.svg$/)
  expect(image('[part=main]')).toMatch(/\/assets\/images\/b\.svg$/)
})

test('an image with an odd URL is left out, and the rest is there', async () => {
  const { element } = await mountLoggedIn('admin', { images: { scripts: { small: 'http://[', big: 'images/b.svg' } } })
  await expect.element(heading('Übersicht')).toBeVisible()
  expect(element.shadowRoot?.querySelector('[part=menu] a[href$=scripts] img')).toBeNull()
  expect(element.shadowRoot?.querySelector('[part=main] a[href$=scripts] img')).not.toBeNull()
})

test('the current item is marked, and the host hears of each route', async () => {
  const { element } = await mountLoggedIn()
  const events: unknown[] = []
  element.addEventListener('route-change', (event) => events.push((event as CustomEvent).detail))
  await page.getByRole('navigation', { name: 'Menü' }).getByRole('link', { name: 'Skripte' }).click()
  await expect.element(heading('Skripte')).toBeVisible()
  expect(element.shadowRoot?.querySelector('[part=menu] [aria-current=page]')?.textContent).toBe('Skripte')
  await expect.poll(() => events).toContainEqual({ route: 'scripts' })
})

test('on a phone the menu opens at a button and closes with Escape or a choice', async () => {
  await page.viewport(390, 800)
  const { element } = await mountLoggedIn()
  const button = page.getByRole('button', { name: 'Menü' })
  const item = page.getByRole('navigation', { name: 'Menü' }).getByRole('link', { name: 'Skripte' })
  await expect.element(button).toHaveAttribute('aria-expanded', 'false')
  await expect.element(item).not.toBeInTheDocument()
  await button.click()
  await expect.element(item).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(item).not.toBeInTheDocument()
  await button.click()
  await item.click()
  await expect.element(heading('Skripte')).toBeVisible()
  await expect.element(button).toHaveAttribute('aria-expanded', 'false')
  expect(await axeViolations(element)).toEqual([])
})

test("on a phone the open menu closes on the browser's way back", async () => {
  await page.viewport(390, 800)
  await mountLoggedIn()
  await expect.element(heading('Übersicht')).toBeVisible()
  location.hash = '#/scripts'
  await expect.element(heading('Skripte')).toBeVisible()
  const button = page.getByRole('button', { name: 'Menü' })
  await button.click()
  await expect.element(button).toHaveAttribute('aria-expanded', 'true')
  history.back()
  await expect.element(heading('Übersicht')).toBeVisible()
  await expect.element(button).toHaveAttribute('aria-expanded', 'false')
})

test('a screen whose code cannot be loaded says so, and Erneut versuchen loads it', async () => {
  const load = screenLoaders.invoices
  let broken = true
  screenLoaders.invoices = () => (broken ? Promise.reject(new TypeError('Failed to fetch')) : load())
  await mountLoggedIn()
  location.hash = '#/invoices'
  await expect.element(page.getByText('Diese Seite konnte nicht geladen werden.')).toBeVisible()
  broken = false
  await page.getByRole('button', { name: 'Erneut versuchen' }).click()
  await expect.element(heading('Rechnungen')).toBeVisible()
  screenLoaders.invoices = load
})

test('going offline is said, and coming back is too', async () => {
  await mountLoggedIn()
  await expect.element(heading('Übersicht')).toBeVisible()
  Object.defineProperty(navigator, 'onLine', { value: false, configurable: true })
  dispatchEvent(new Event('offline'))
  await expect.element(page.getByText('Keine Internetverbindung.', { exact: false })).toBeVisible()
  Reflect.deleteProperty(navigator, 'onLine')
  dispatchEvent(new Event('online'))
  await expect.element(page.getByText('Keine Internetverbindung.', { exact: false })).not.toBeInTheDocument()
})

test('a load that failed goes on by itself when the browser is back online', async () => {
  const { backend } = await mountLoggedIn()
  await backend.respond({ 'GET /api/eventmanager/documentsbysubscriber': failure(503) })
  location.hash = '#/scripts'
  await expect.element(page.getByRole('button', { name: 'Erneut versuchen' }).first()).toBeVisible()
  Object.defineProperty(navigator, 'onLine', { value: false, configurable: true })
  dispatchEvent(new Event('offline'))
  await backend.respond({ 'GET /api/eventmanager/documentsbysubscriber': success([]) })
  Reflect.deleteProperty(navigator, 'onLine')
  dispatchEvent(new Event('online'))
  await expect.element(page.getByText('Keine Skripte verfügbar.').first()).toBeVisible()
})

test('the skip link is the first stop and leads to the heading', async () => {
  const { element } = await mountLoggedIn()
  await expect.element(heading('Übersicht')).toBeVisible()
  await userEvent.keyboard('{Tab}')
  await expect.poll(() => element.shadowRoot?.activeElement?.textContent).toBe('Zum Inhalt springen')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => element.shadowRoot?.activeElement?.textContent).toBe('Übersicht')
})
