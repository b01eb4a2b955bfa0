import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { type MountedCenter, mount, mockBackend, mountLoggedIn, user } from '../../../testing/mock-backend.ts'
import { stubUnsavedForm } from '../../../testing/unsaved-form.tsx'
import { hashRouterFor } from './hash-router.ts'

const heading = (name: string) => page.getByRole('heading', { name, level: 1 })
const titleOf = (element: HTMLElement) => element.shadowRoot?.querySelector('h1')?.textContent
const dialog = page.getByRole('alertdialog')
const answer = (name: string) => dialog.getByRole('button', { name }).click()
const pageAddress = location.pathname + location.search
const form = 'mydata/userprofile'

beforeEach(() => history.replaceState(null, '', pageAddress))

async function mountWith(attributes: Record<string, string>): Promise<MountedCenter> {
  const backend = await mockBackend()
  await backend.respond({ 'GET /api/webshopuser/getcurrentwebshopuser': user() })
  return mount({ ...backend.attributes, 'session-token': 'host-token', ...attributes })
}

/** The element with its overview, and behind it the form with unsaved input. */
async function withUnsavedInput(attributes: Record<string, string> = {}): Promise<MountedCenter> {
  stubUnsavedForm()
  const element = await mountWith(attributes)
  await expect.element(heading('Übersicht')).toBeVisible()
  element.route = form
  await page.getByLabelText('Eingabe').fill('ungespeichert')
  return element
}

/** Lets everything happen that the browser does after a move of the page. */
async function settled(): Promise<void> {
  for (let frame = 0; frame < 5; frame++) await new Promise(requestAnimationFrame)
}

test.each(['hash', 'memory'])('with routing="%s" the property route tells where it is, and leads', async (routing) => {
  const element = await mountWith({ routing })
  expect(element.route).toBeNull()
  await expect.poll(() => element.route).toBe('overview')
  for (const [route, title] of [
    ['scripts', 'Skripte'],
    ['mydata/contacts', 'Kontakte'],
    ['scripts', 'Skripte']
  ] as const) {
    element.route = route
    await expect.element(heading(title)).toBeVisible()
    expect(element.route).toBe(route)
  }
  await page.getByRole('link', { name: 'Rechnungen' }).click()
  await expect.element(heading('Rechnungen')).toBeVisible()
  expect(element.route).toBe('invoices')
  // The page has set it before; the person has left the screen since.
  element.setAttribute('route', 'scripts')
  await expect.element(heading('Skripte')).toBeVisible()
  element.removeAttribute('route')
  await settled()
  expect(element.route).toBe('scripts')
})

test('the route that is shown leads nowhere: filter and entry stay', async () => {
  history.replaceState(null, '', '#/invoices?status=0')
  const { element } = await mountLoggedIn()
  await expect.element(heading('Rechnungen')).toBeVisible()
  const entries = history.length
  element.route = 'invoices'
  await settled()
  expect([location.hash, history.length]).toEqual(['#/invoices?status=0', entries])
})

test.each(['hash', 'memory'])('with routing="%s" the attribute route is the first screen', async (routing) => {
  const entries = history.length
  const element = await mountWith({ routing, route: 'invoices' })
  await expect.element(heading('Rechnungen')).toBeVisible()
  expect(element.route).toBe('invoices')
  expect([location.hash, history.length]).toEqual([routing === 'hash' ? '#/invoices' : '', entries])
})

test.each([
  ['#/scripts', {}, 'Skripte', '#/scripts'],
  ['#kontakt', {}, 'Übersicht', '#kontakt'],
  ['#/konto/scripts', { 'route-prefix': 'konto' }, 'Skripte', '#/konto/scripts'],
  ['#/warenkorb', { 'route-prefix': 'konto' }, 'Übersicht', '#/warenkorb'],
  ['#/konto', { 'route-prefix': 'konto' }, 'Rechnungen', '#/konto/invoices'],
  ['', { 'route-prefix': 'konto' }, 'Rechnungen', '#/konto/invoices']
])('the attribute route is not the first screen where the address %j has one', async (hash, given, title, after) => {
  history.replaceState(null, '', hash || pageAddress)
  await mountWith({ ...given, route: 'invoices' })
  await expect.element(heading(title)).toBeVisible()
  expect(location.hash).toBe(after)
})

test('a route that is set before the element can be used counts', async () => {
  const element = await mountWith({ route: 'invoices' })
  await new Promise((resolve) => setTimeout(resolve))
  element.route = 'scripts'
  await expect.element(heading('Skripte')).toBeVisible()
})

test('a route that is set while the element is out of the page counts when it is back', async () => {
  const element = await mountWith({})
  await expect.poll(() => element.route).toBe('overview')
  element.remove()
  await settled()
  element.route = 'scripts'
  await settled()
  expect(location.hash).toBe('#/overview')
  document.body.append(element)
  await expect.element(heading('Skripte')).toBeVisible()
})

test.each(['hash', 'memory'])('with routing="%s" route asks for unsaved input', async (routing) => {
  const element = await withUnsavedInput({ routing })
  for (const name of ['Abbrechen', 'OK']) {
    element.route = 'invoices'
    await expect.element(dialog).toBeVisible()
    expect(element.route).toBe(form)
    await answer(name)
    if (name === 'Abbrechen') await expect.element(page.getByLabelText('Eingabe')).toHaveValue('ungespeichert')
  }
  await expect.element(heading('Rechnungen')).toBeVisible()
})

test.each([
  [{}, '#/scripts'],
  [{ 'route-prefix': '/konto/' }, '#/konto/scripts'],
  [{ 'route-prefix': '#/konto' }, '#/konto/scripts']
])('linkTo gives the address of a screen, with %j and whatever the base of the page is', async (given, hash) => {
  const base = document.createElement('base')
  base.href = '/somewhere/else/'
  document.head.append(base)
  onTestFinished(() => base.remove())
  const element = await mountWith(given)
  expect(element.linkTo('scripts')).toBe(`${location.origin}${pageAddress}${hash}`)
  await expect.element(heading('Übersicht')).toBeVisible()
  const link = Object.assign(document.createElement('a'), { href: element.linkTo('scripts') })
  document.body.append(link)
  onTestFinished(() => link.remove())
  link.click()
  await expect.element(heading('Skripte')).toBeVisible()
})

/** What routers do. React Router and TanStack Router give a state of their own, others copy the present one. */
const pushes: [string, (hash: string) => void][] = [
  ['without a state', (hash) => history.pushState(null, '', hash)],
  ['with a state of its own', (hash) => history.pushState({ key: 'x', idx: 7 }, '', hash)],
  ['with a copied state', (hash) => history.pushState(history.state, '', hash)],
  ['by its whole address', (hash) => history.pushState({}, '', new URL(hash, location.href))]
]

test.each(pushes)('an address that the page pushes %s is followed, and back leads back', async (_how, push) => {
  const element = await mountWith({})
  await expect.element(heading('Übersicht')).toBeVisible()
  push('#/scripts')
  await expect.element(heading('Skripte')).toBeVisible()
  push('#/invoices')
  await expect.element(heading('Rechnungen')).toBeVisible()
  expect(element.route).toBe('invoices')
  history.back()
  await expect.element(heading('Skripte')).toBeVisible()
  history.back()
  await expect.element(heading('Übersicht')).toBeVisible()
  history.forward()
  await expect.element(heading('Skripte')).toBeVisible()
})

test.each(pushes)('unsaved input is asked for where the page pushes an address %s', async (_how, push) => {
  await withUnsavedInput()
  for (const name of ['Abbrechen', 'OK']) {
    push('#/invoices')
    await expect.element(dialog).toBeVisible()
    expect(location.hash).toBe(`#/${form}`)
    await answer(name)
    if (name === 'Abbrechen') await expect.element(page.getByLabelText('Eingabe')).toHaveValue('ungespeichert')
  }
  await expect.element(heading('Rechnungen')).toBeVisible()
  expect(location.hash).toBe('#/invoices')
  // One step is enough. The number of entries says nothing here, since Chromium ends at 50, of all tests together.
  history.back()
  await expect.element(heading('Formular')).toBeVisible()
})

/** What Vue Router does: it writes the address that it knows into the entry that it leaves. */
function leaveLikeVue(known: string, hash: string): void {
  history.replaceState({ ...history.state, current: known, forward: hash }, '', known)
  history.pushState({ back: known, current: hash }, '', hash)
}

test('an entry keeps the screen that the element has written, if a router leaves it by the address before', async () => {
  const element = await mountWith({})
  await expect.element(heading('Übersicht')).toBeVisible()
  await expect.poll(() => element.route).toBe('overview')
  leaveLikeVue(pageAddress, '#/invoices')
  await expect.element(heading('Rechnungen')).toBeVisible()
  hashRouterFor(null).replaceQuery('search=7')
  await expect.poll(() => location.hash).toBe('#/invoices?search=7')
  leaveLikeVue(`${pageAddress}#/invoices`, '#/scripts')
  await expect.element(heading('Skripte')).toBeVisible()
  history.back()
  await expect.element(heading('Rechnungen')).toBeVisible()
  expect(location.hash).toBe('#/invoices?search=7')
  history.back()
  await expect.element(heading('Übersicht')).toBeVisible()
  expect([location.hash, element.route]).toEqual(['#/overview', 'overview'])
  history.forward()
  await expect.element(heading('Rechnungen')).toBeVisible()
})

test('unsaved input is asked for where a router has cut the address of the entry behind it', async () => {
  stubUnsavedForm()
  const element = await mountWith({})
  await expect.element(heading('Übersicht')).toBeVisible()
  await expect.poll(() => element.route).toBe('overview')
  leaveLikeVue(pageAddress, `#/${form}`)
  await page.getByLabelText('Eingabe').fill('ungespeichert')
  for (const name of ['Abbrechen', 'OK']) {
    history.back()
    await expect.element(dialog).toBeVisible()
    expect(element.route).toBe(form)
    await answer(name)
  }
  await expect.element(heading('Übersicht')).toBeVisible()
})

test('an address without a screen that the page itself has given an entry stays', async () => {
  const element = await mountWith({ route: 'scripts' })
  await expect.element(heading('Skripte')).toBeVisible()
  history.replaceState(history.state, '', pageAddress)
  await settled()
  history.pushState(null, '', '#/invoices')
  await expect.element(heading('Rechnungen')).toBeVisible()
  history.back()
  await expect.poll(() => location.hash).toBe('')
  await settled()
  expect([location.hash, element.route]).toEqual(['', 'invoices'])
})

test('an address that the page writes into an entry that it leaves stays, unless it is that before the screen', async () => {
  const element = await mountWith({})
  await expect.element(heading('Übersicht')).toBeVisible()
  for (const [hash, title, written] of [
    ['#/mydata/contacts', 'Kontakte', '#/mydata'],
    ['#/invoices', 'Rechnungen', pageAddress]
  ] as const) {
    history.pushState(null, '', hash)
    await expect.element(heading(title)).toBeVisible()
    leaveLikeVue(written, '#/scripts')
    await expect.element(heading('Skripte')).toBeVisible()
    history.back()
    const { href } = new URL(written, location.href.split('#', 1)[0])
    await expect.poll(() => location.href).toBe(href)
    await settled()
    expect(location.href).toBe(href)
    history.forward()
    // The route alone is that of before where the address names no screen.
    await expect.poll(() => [location.hash, element.route]).toEqual(['#/scripts', 'scripts'])
  }
})

test('where the element began, half of a screen is no address that a router knows', async () => {
  history.replaceState(null, '', '#/mydata/contacts')
  await mountWith({})
  await expect.element(heading('Kontakte')).toBeVisible()
  leaveLikeVue(`${pageAddress}#/mydata`, '#/scripts')
  await expect.element(heading('Skripte')).toBeVisible()
  history.back()
  await expect.poll(() => location.hash).toBe('#/mydata')
  await settled()
  expect(location.hash).toBe('#/mydata')
})

test('an address that the page replaces is followed; the entry stays one', async () => {
  await mountWith({})
  await expect.element(heading('Übersicht')).toBeVisible()
  location.hash = '#/scripts'
  await expect.element(heading('Skripte')).toBeVisible()
  const entries = history.length
  history.replaceState({ key: 'x' }, '', '#/invoices')
  await expect.element(heading('Rechnungen')).toBeVisible()
  expect(history.length).toBe(entries)
  expect(history.state).toMatchObject({ key: 'x' })
  history.back()
  await expect.element(heading('Übersicht')).toBeVisible()
})

test('unsaved input is asked for where the page replaces the address, and its router hears of both steps', async () => {
  await withUnsavedInput()
  const entries = history.length
  const before: unknown = history.state
  const heard: unknown[] = []
  const hear = ({ state }: PopStateEvent) => heard.push([location.hash, state])
  addEventListener('popstate', hear)
  onTestFinished(() => removeEventListener('popstate', hear))
  for (const name of ['Abbrechen', 'OK']) {
    history.replaceState({ key: 'x' }, '', '#/invoices')
    await expect.element(dialog).toBeVisible()
    expect([location.hash, history.state]).toEqual([`#/${form}`, before])
    await answer(name)
    if (name === 'Abbrechen') await expect.element(page.getByLabelText('Eingabe')).toHaveValue('ungespeichert')
  }
  await expect.element(heading('Rechnungen')).toBeVisible()
  expect([location.hash, history.length]).toEqual(['#/invoices', entries])
  expect(history.state).toMatchObject({ key: 'x' })
  const after: unknown = history.state
  expect(heard).toEqual([
    [`#/${form}`, before],
    [`#/${form}`, before],
    ['#/invoices', after]
  ])
  history.back()
  await expect.element(heading('Übersicht')).toBeVisible()
})

test('several moves of the page in one task are one question, and one step back leads over all', async () => {
  await withUnsavedInput()
  history.pushState(null, '', '#/scripts')
  history.pushState(null, '', '#/orders')
  history.replaceState(null, '', '#/invoices')
  await expect.element(dialog).toBeVisible()
  expect(location.hash).toBe(`#/${form}`)
  await answer('OK')
  await expect.element(heading('Rechnungen')).toBeVisible()
})

test('while the question is open, a further move of the page comes back to it', async () => {
  await withUnsavedInput()
  history.pushState(null, '', '#/invoices')
  await expect.element(dialog).toBeVisible()
  history.pushState(null, '', '#/scripts')
  await expect.poll(() => location.hash).toBe(`#/${form}`)
  history.replaceState(null, '', '#/scripts')
  await expect.poll(() => location.hash).toBe(`#/${form}`)
  await answer('Abbrechen')
  await expect.element(page.getByLabelText('Eingabe')).toHaveValue('ungespeichert')
})

test.each([
  ['its state', `#/${form}`],
  ['its address', `#/${form}?von=seite`],
  ['another screen', '#/orders']
])('a page that answers popstate with %s of its own settles with the question', async (_what, hash) => {
  await withUnsavedInput()
  const insist = vi.fn(() => history.replaceState({ key: 'x' }, '', hash))
  addEventListener('popstate', insist)
  onTestFinished(() => removeEventListener('popstate', insist))
  history.replaceState(null, '', '#/invoices')
  await expect.element(dialog).toBeVisible()
  // The step back, and one that brings the page back to the question.
  await expect.poll(() => insist).toHaveBeenCalledTimes(2)
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(insist).toHaveBeenCalledTimes(2)
  await answer('Abbrechen')
  await settled()
  expect(insist).toHaveBeenCalledTimes(2)
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(page.getByLabelText('Eingabe')).toHaveValue('ungespeichert')
  expect(location.hash).toBe(hash === '#/orders' ? `#/${form}` : hash)
  removeEventListener('popstate', insist)
  history.back()
  await expect.element(dialog).toBeVisible()
  await expect.poll(() => location.hash).toContain(form)
  await answer('OK')
  await expect.element(heading('Übersicht')).toBeVisible()
})

test('an address that the page pushes once more changes nothing, and back leads through it', async () => {
  const element = await mountWith({})
  await expect.element(heading('Übersicht')).toBeVisible()
  location.hash = '#/scripts'
  await expect.element(heading('Skripte')).toBeVisible()
  history.pushState(null, '', '#/scripts')
  history.pushState(null, '', '#/scripts')
  await settled()
  stubUnsavedForm()
  element.route = form
  await page.getByLabelText('Eingabe').fill('ungespeichert')
  history.go(-3)
  await expect.element(dialog).toBeVisible()
  expect(location.hash).toBe(`#/${form}`)
  await answer('OK')
  await expect.element(heading('Skripte')).toBeVisible()
  history.back()
  await expect.element(heading('Übersicht')).toBeVisible()
})

test('what the element writes into the address itself is followed once, and asks nobody', async () => {
  stubUnsavedForm()
  const element = await mountWith({})
  const routes: string[] = []
  element.addEventListener('route-change', ({ detail }) => routes.push(detail.route))
  await expect.element(heading('Übersicht')).toBeVisible()
  element.route = 'mydata/invoiceaddress'
  const add = page.getByRole('button', { name: 'Neue Rechnungsadresse' })
  await add.click()
  await expect.element(heading('Rechnungsadresse')).toBeVisible()
  await settled()
  expect(location.hash).toBe('#/mydata/invoiceaddress?form=new')
  history.back()
  await expect.element(add).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(routes).toEqual(['overview', 'mydata/invoiceaddress'])
})

test('a page whose router pushes what the element reports does not go round in circles', async () => {
  const element = await mountWith({})
  const reported = new Promise((resolve) => element.addEventListener('route-change', resolve, { once: true }))
  await expect.element(heading('Übersicht')).toBeVisible()
  await reported
  const routes: string[] = []
  element.addEventListener('route-change', ({ detail }) => {
    routes.push(detail.route)
    history.pushState({ own: true }, '', `#/${detail.route}`)
    element.route = detail.route
  })
  history.pushState({ own: true }, '', '#/scripts')
  await expect.element(heading('Skripte')).toBeVisible()
  await settled()
  expect(routes).toEqual(['scripts'])
})

test('what the page pushes outside of the screens, or to another prefix, moves nothing', async () => {
  const [one, two] = [await mountWith({ 'route-prefix': 'eins' }), await mountWith({ 'route-prefix': 'zwei' })]
  await expect.poll(() => [titleOf(one), titleOf(two)]).toEqual(['Übersicht', 'Übersicht'])
  for (const [hash, titles] of [
    ['#/eins/scripts', ['Skripte', 'Übersicht']],
    ['#/zwei/invoices', ['Skripte', 'Rechnungen']],
    ['#/warenkorb', ['Skripte', 'Rechnungen']],
    ['#kontakt', ['Skripte', 'Rechnungen']]
  ] as const) {
    history.pushState(null, '', hash)
    await settled()
    await expect.poll(() => [titleOf(one), titleOf(two)]).toEqual(titles)
    expect(location.hash).toBe(hash)
  }
  two.route = 'orders'
  await expect.poll(() => [titleOf(one), titleOf(two)]).toEqual(['Skripte', 'Bestellungen'])
  for (const [hash, titles] of [
    ['#kontakt', ['Skripte', 'Bestellungen']],
    ['#/warenkorb', ['Skripte', 'Bestellungen']],
    ['#/zwei/invoices', ['Skripte', 'Rechnungen']],
    ['#/eins/scripts', ['Skripte', 'Rechnungen']]
  ] as const) {
    history.back()
    await expect.poll(() => location.hash).toBe(hash)
    await expect.poll(() => [titleOf(one), titleOf(two)]).toEqual(titles)
  }
})

test.each(['pushState', 'replaceState'] as const)(
  'a router that begins where the page has just called %s numbers the entry as the others do',
  async (move) => {
    const [one, two] = [hashRouterFor('eins'), hashRouterFor('zwei')]
    const begin = ({ subscribe }: typeof two) => onTestFinished(subscribe(() => undefined))
    begin(one)
    for (const path of ['scripts', 'invoices']) {
      one.navigate(path)
      await settled()
    }
    const { customerCenterIndex: index } = history.state as { customerCenterIndex: number }
    const written = vi.spyOn(History.prototype, 'replaceState')
    onTestFinished(() => written.mockRestore())
    history[move](null, '', '#/zwei/orders')
    begin(two)
    await expect.poll(() => two.path()).toBe('orders')
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(written.mock.calls.length).toBeLessThanOrEqual(2)
    expect(history.state).toEqual({ customerCenterIndex: move === 'pushState' ? index + 1 : index })
  }
)

test('a router that has replaced the functions of the history hears once of each move', async () => {
  const heard: string[] = []
  for (const name of ['pushState', 'replaceState'] as const) {
    history[name] = (...given) => {
      History.prototype[name].apply(history, given)
      heard.push(location.hash)
    }
    onTestFinished(() => void Reflect.deleteProperty(history, name))
  }
  const element = await mountWith({})
  await expect.poll(() => element.route).toBe('overview')
  heard.length = 0
  await page.getByRole('link', { name: 'Skripte' }).first().click()
  await expect.element(heading('Skripte')).toBeVisible()
  history.pushState({ own: true }, '', '#/invoices')
  await expect.element(heading('Rechnungen')).toBeVisible()
  await settled()
  // Links are heard of by popstate.
  expect(heard).toEqual(['#/invoices'])
  expect(history.state).toMatchObject({ own: true, customerCenterIndex: 2 })
})

test('with routing="memory" an address that the page pushes is its own', async () => {
  const element = await mountWith({ routing: 'memory' })
  await expect.poll(() => element.route).toBe('overview')
  history.pushState(null, '', '#/scripts')
  await settled()
  expect([element.route, location.hash]).toEqual(['overview', '#/scripts'])
})

test('without the Navigation API the address of a push waits for the next step, and route leads', async () => {
  const navigation = Object.getOwnPropertyDescriptor(window, 'navigation')!
  Object.defineProperty(window, 'navigation', { configurable: true, value: undefined })
  onTestFinished(() => void Object.defineProperty(window, 'navigation', navigation))
  const element = await mountWith({ 'route-prefix': 'alt' })
  await expect.poll(() => element.route).toBe('overview')
  history.pushState(null, '', '#/alt/scripts')
  await settled()
  expect(element.route).toBe('overview')
  element.route = 'invoices'
  await expect.element(heading('Rechnungen')).toBeVisible()
})

test.each([
  ['#/invoices&utm_source=mail&utm_campaign=x', 'Rechnungen'],
  ['#/invoices&gclid=a/b?status=0', 'Rechnungen'],
  ['#/mydata%2Fcontacts', 'Kontakte'],
  ['#/mydata%2fcontacts&utm_source=mail', 'Kontakte'],
  ['#%2Finvoices', 'Rechnungen'],
  ['#/invoices/&utm_source=mail', 'Rechnungen']
])('a link with what counting programs add, %j, leads to the screen that was meant', async (hash, title) => {
  history.replaceState(null, '', hash)
  await mountLoggedIn()
  await expect.element(heading(title)).toBeVisible()
  await page.getByRole('link', { name: 'Skripte' }).click()
  await expect.element(heading('Skripte')).toBeVisible()
  location.hash = hash
  await expect.element(heading(title)).toBeVisible()
})
