import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { failure, mockBackend, mountLoggedIn, user } from '../../testing/mock-backend.ts'
import { stubUnsavedForm } from '../../testing/unsaved-form.tsx'

const heading = (name: string) => page.getByRole('heading', { name, level: 1 })
const link = (name: string) => page.getByRole('link', { name }).first()
const configFile = 'GET /assets/config.prod.json'

async function halfFilled() {
  stubUnsavedForm()
  const { backend, element: mounted } = await mountLoggedIn()
  const element = mounted
  element.config = { allowedRoutes: ['mydata', 'mydata/userprofile', 'scripts'], images: {} }
  await expect.element(heading('Übersicht')).toBeVisible()
  location.hash = '#/mydata/userprofile'
  await page.getByLabelText('Eingabe').fill('halb ausgefüllt')
  const events: string[] = []
  for (const name of ['ready', 'session-start', 'route-change']) element.addEventListener(name, () => events.push(name))
  return { backend, element, events }
}

test('an equal config at each of many renderings changes nothing', async () => {
  const { backend, element, events } = await halfFilled()
  const before = (await backend.requests(configFile)).length
  for (let rendering = 0; rendering < 20; rendering += 1)
    element.config = { images: {}, allowedRoutes: ['mydata', 'mydata/userprofile', 'scripts'] }
  await new Promise((resolve) => setTimeout(resolve, 100))
  await expect.element(page.getByLabelText('Eingabe')).toHaveValue('halb ausgefüllt')
  expect(await backend.requests(configFile)).toHaveLength(before)
  expect(events).toEqual([])
})

test('another config asks before input is lost: Abbrechen keeps the one before, and is not asked for again', async () => {
  const { backend, element, events } = await halfFilled()
  const before = element.config
  const requests = (await backend.requests(configFile)).length
  element.config = { allowedRoutes: ['invoices'] }
  await page.getByRole('button', { name: 'Abbrechen' }).click()
  await expect.poll(() => element.config).toEqual(before)
  element.config = { allowedRoutes: ['invoices'] }
  element.config = { ...before }
  // A further question would be drawn with the text, which is set behind it.
  element.texts = { 'menu.scripts': 'Unterlagen' }
  await expect.element(link('Unterlagen')).toBeVisible()
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument()
  await expect.element(page.getByLabelText('Eingabe')).toHaveValue('halb ausgefüllt')
  expect(await backend.requests(configFile)).toHaveLength(requests)
  element.config = { allowedRoutes: ['scripts'] }
  await page.getByRole('button', { name: 'OK' }).click()
  await expect.element(link('Unterlagen')).toBeVisible()
  await expect.element(link('Meine Daten')).not.toBeInTheDocument()
  expect(events).not.toContain('ready')
})

test('a listener of route-change that sets an equal config does not begin an endless loop', async () => {
  const { backend, element } = await mountLoggedIn()
  const set = vi.fn(() => Object.assign(element, { config: { allowedRoutes: ['scripts'] } }))
  element.addEventListener('route-change', set)
  // The first view, and that of the config.
  await expect.poll(() => set).toHaveBeenCalledTimes(2)
  element.removeEventListener('route-change', set)
  element.config = { allowedRoutes: ['invoices'] }
  await expect.element(link('Rechnungen')).toBeVisible()
  expect(await backend.requests(configFile)).toHaveLength(3)
})

test('texts of the page are drawn at once over the input, as plain text, and restart nothing', async () => {
  const { backend, element, events } = await halfFilled()
  // Texts of the other languages may still be on their way.
  const asked = async () => (await backend.requests()).filter(({ call }) => !call.includes('/assets/text.'))
  const requests = (await asked()).length
  element.texts = { 'menu.scripts': '<b>Unterlagen</b>', 'menu.overview': 7 as unknown as string }
  await expect.element(link('<b>Unterlagen</b>')).toBeVisible()
  await expect.element(link('Übersicht')).toBeVisible()
  element.texts = { 'menu.overview': 7 as unknown as string, 'menu.scripts': '<b>Unterlagen</b>' }
  element.texts = null
  await expect.element(link('Skripte')).toBeVisible()
  await expect.element(page.getByLabelText('Eingabe')).toHaveValue('halb ausgefüllt')
  expect(await asked()).toHaveLength(requests)
  expect(events).toEqual([])
})

test('texts of the page are there from the first paint on, and on a drawing', async () => {
  const backend = await mockBackend()
  await backend.respond({ 'GET /api/webshopuser/getcurrentwebshopuser': user() })
  const properties = {
    sessionToken: 'token',
    texts: { 'menu.overview': 'Start', 'eventModel.failed': 'Kein Plan da.' }
  }
  const place = (tag: string, attributes: Record<string, string> = {}) => {
    const element = document.createElement(tag)
    for (const [name, value] of Object.entries({ ...backend.attributes, ...attributes }))
      element.setAttribute(name, value)
    document.body.append(Object.assign(element, properties))
    onTestFinished(() => element.remove())
    return element
  }
  place('customer-center')
  await expect.element(link('Start')).toBeVisible()
  await backend.respond({ 'GET /api/eventmodel': failure(500) })
  const layers = place('event-layers', { 'model-id': 'saal' })
  await expect.element(page.getByText('Kein Plan da.')).toBeVisible()
  Object.assign(layers, { texts: { 'eventModel.failed': 'Anders.' } })
  await expect.element(page.getByText('Anders.')).toBeVisible()
})

test('what is typed into a field does not reach the shortcuts of the page', async () => {
  await halfFilled()
  const taken: string[] = []
  const shortcut = (event: KeyboardEvent) => {
    if (event.target instanceof HTMLInputElement || event.key === 'Tab') return
    taken.push(event.key)
    event.preventDefault()
  }
  document.addEventListener('keydown', shortcut)
  onTestFinished(() => document.removeEventListener('keydown', shortcut))
  await page.getByLabelText('Eingabe').fill('')
  await userEvent.type(page.getByLabelText('Eingabe'), 'Ring 7/s @x')
  await expect.element(page.getByLabelText('Eingabe')).toHaveValue('Ring 7/s @x')
  expect(taken.filter((key) => key.length === 1)).toEqual([])
  await userEvent.keyboard('{Control>}s{/Control}')
  expect(taken).toContain('s')
})
