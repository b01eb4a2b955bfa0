import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { mount, mockBackend, mountLoggedIn, user } from '../../../testing/mock-backend.ts'
import { stubUnsavedForm } from '../../../testing/unsaved-form.tsx'

const heading = (name: string) => page.getByRole('heading', { name, level: 1 })
const link = (name: string) => page.getByRole('navigation', { name: 'Menü' }).getByRole('link', { name })
const pageAddress = location.pathname + location.search

beforeEach(() => history.replaceState(null, '', pageAddress))

async function mountWith(attributes: Record<string, string>) {
  const backend = await mockBackend()
  await backend.respond({ 'GET /api/webshopuser/getcurrentwebshopuser': user() })
  return mount({ ...backend.attributes, 'session-token': 'host-token', ...attributes })
}

test('with <base href> the links, the first replaced address and every step stay on the page', async () => {
  const base = document.createElement('base')
  base.href = '/somewhere/else/'
  document.head.append(base)
  onTestFinished(() => base.remove())
  const { element } = await mountLoggedIn()
  await expect.element(heading('Übersicht')).toBeVisible()
  expect(location.pathname + location.search + location.hash).toBe(`${pageAddress}#/overview`)
  await link('Skripte').click()
  await expect.element(heading('Skripte')).toBeVisible()
  expect(location.pathname + location.search + location.hash).toBe(`${pageAddress}#/scripts`)
  expect((link('Rechnungen').element() as HTMLAnchorElement).href).toBe(`${location.origin}${pageAddress}#/invoices`)
  expect(element.isConnected).toBe(true)
})

test('a link still leads to its screen after the host has changed the address of the page', async () => {
  await mountLoggedIn()
  await expect.element(heading('Übersicht')).toBeVisible()
  history.replaceState(history.state, '', '?kategorie=2#/overview')
  await link('Skripte').click()
  await expect.element(heading('Skripte')).toBeVisible()
  expect(location.search).toBe('?kategorie=2')
})

test('what a host keeps in history.state stays, in entries that the element adds as well', async () => {
  const hostState = { __NA: true, position: 3, current: '/konto' }
  history.replaceState(hostState, '')
  await mountLoggedIn()
  await expect.element(heading('Übersicht')).toBeVisible()
  expect(history.state).toMatchObject(hostState)
  await link('Rechnungen').click()
  await expect.element(heading('Rechnungen')).toBeVisible()
  expect(history.state).toMatchObject(hostState)
  history.back()
  await expect.element(heading('Übersicht')).toBeVisible()
  expect(history.state).toMatchObject(hostState)
})

test('the entry of a linked screen is numbered once, and not written again when its number is there', async () => {
  history.replaceState(null, '', '#/invoices')
  const write = vi.spyOn(History.prototype, 'replaceState')
  for (let visit = 0; visit < 2; visit += 1) {
    const { element } = await mountLoggedIn()
    await expect.element(heading('Rechnungen')).toBeVisible()
    element.remove()
  }
  expect(write).toHaveBeenCalledTimes(1)
})

test.each(['konto', '/konto/', '#/konto'])('with the route-prefix %j the screens are below it', async (prefix) => {
  history.replaceState(null, '', '#/konto/scripts')
  await mountWith({ 'route-prefix': prefix })
  await expect.element(heading('Skripte')).toBeVisible()
  await link('Rechnungen').click()
  await expect.element(heading('Rechnungen')).toBeVisible()
  expect(location.hash).toBe('#/konto/invoices')
  history.back()
  await expect.element(heading('Skripte')).toBeVisible()
})

test.each(['#/produkte/7', '#/kontoauszug', '#/', ''])(
  "outside of the route-prefix everything is the host's: %j stays, and a later one too",
  async (hash) => {
    history.replaceState(null, '', hash || pageAddress)
    const state: unknown = history.state
    await mountWith({ 'route-prefix': 'konto' })
    await expect.element(heading('Übersicht')).toBeVisible()
    expect(location.hash).toBe(hash === '#/' ? '#/' : hash)
    expect(state).toBeNull()
    location.hash = '#/warenkorb'
    await link('Skripte').click()
    await expect.element(heading('Skripte')).toBeVisible()
    expect(location.hash).toBe('#/konto/scripts')
    location.hash = '#/warenkorb'
    await expect.element(heading('Skripte')).toBeVisible()
    expect(location.hash).toBe('#/warenkorb')
  }
)

test('below the route-prefix an unknown path leads to the overview', async () => {
  history.replaceState(null, '', '#/konto/gibt-es-nicht')
  await mountWith({ 'route-prefix': 'konto' })
  await expect.element(heading('Übersicht')).toBeVisible()
  await expect.poll(() => location.hash).toBe('#/konto/overview')
})

test('with routing="memory" the address and the history stay as they are', async () => {
  history.replaceState('of the host', '', '#/produkte')
  const entries = history.length
  await mountWith({ routing: 'memory' })
  await expect.element(heading('Übersicht')).toBeVisible()
  await link('Skripte').click()
  await expect.element(heading('Skripte')).toBeVisible()
  await link('Rechnungen').click()
  await expect.element(heading('Rechnungen')).toBeVisible()
  expect([location.hash, history.length, history.state]).toEqual(['#/produkte', entries, 'of the host'])
})

test('with routing="memory" unsaved input is asked for, Abbrechen stays, OK leaves', async () => {
  stubUnsavedForm()
  await mountWith({ routing: 'memory' })
  await link('Meine Daten').click()
  await link('Benutzerprofil').click()
  await page.getByLabelText('Eingabe').fill('ungespeichert')
  for (const answer of ['Abbrechen', 'OK']) {
    await link('Rechnungen').click()
    await page.getByRole('alertdialog').getByRole('button', { name: answer }).click()
    if (answer === 'Abbrechen') await expect.element(page.getByLabelText('Eingabe')).toHaveValue('ungespeichert')
  }
  await expect.element(heading('Rechnungen')).toBeVisible()
})

test('with routing="memory" a form takes the place of its list and gives it back, and the address stays', async () => {
  stubUnsavedForm()
  const address = location.href
  await mountWith({ routing: 'memory' })
  await link('Meine Daten').click()
  await link('Rechnungsadressen').click()
  const add = page.getByRole('button', { name: 'Neue Rechnungsadresse' })
  for (const leave of [page.getByRole('button', { name: 'Abbrechen' }), link('Rechnungsadressen')]) {
    await add.click()
    await expect.element(heading('Rechnungsadresse')).toBeVisible()
    await leave.click()
    await expect.element(add).toBeVisible()
  }
  expect(location.href).toBe(address)
})

test('an element that the host removes with unsaved input asks nobody, and the next one shows where the host goes', async () => {
  stubUnsavedForm()
  history.replaceState(null, '', '#/mydata/userprofile')
  const { element } = await mountLoggedIn()
  await page.getByLabelText('Eingabe').fill('ungespeichert')
  const moved = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }))
  // A host's router does so: the page goes and the address changes before anything else can run.
  element.remove()
  location.hash = '#/scripts'
  await moved
  await mountLoggedIn()
  await expect.element(heading('Skripte')).toBeVisible()
  await link('Rechnungen').click()
  await expect.element(heading('Rechnungen')).toBeVisible()
})

test('two elements with prefixes of their own show screens of their own', async () => {
  history.replaceState(null, '', '#/eins/scripts')
  const first = await mountWith({ 'route-prefix': 'eins' })
  const second = await mountWith({ 'route-prefix': 'zwei' })
  const title = (element: HTMLElement) => element.shadowRoot?.querySelector('h1')?.textContent
  await expect.poll(() => [title(first), title(second)]).toEqual(['Skripte', 'Übersicht'])
  location.hash = '#/zwei/invoices'
  await expect.poll(() => [title(first), title(second)]).toEqual(['Skripte', 'Rechnungen'])
})
