import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { submitLogin } from '../../testing/login-form.ts'
import {
  failure,
  type MockBackend,
  mockBackend,
  type MockResponses,
  mount,
  success,
  token,
  user
} from '../../testing/mock-backend.ts'

const whoAmI = 'GET /api/webshopuser/getcurrentwebshopuser'
const heading = (name: string) => page.getByRole('heading', { name, level: 1 })
const names = ['ready', 'load-error', 'session-start', 'session-expired', 'session-end']

interface Options {
  readonly responses?: MockResponses
  readonly attributes?: Record<string, string>
  readonly properties?: Record<string, unknown>
  readonly content?: string
  readonly config?: Record<string, unknown>
}

/** Adds a customer center; `events` are those that a page around its shadow roots gets. */
async function place({ responses = {}, attributes = {}, properties = {}, content = '', config = {} }: Options = {}) {
  const backend = await mockBackend(config)
  await backend.respond(responses)
  const element = document.createElement('customer-center')
  element.innerHTML = content
  for (const [name, value] of Object.entries({ ...backend.attributes, ...attributes }))
    element.setAttribute(name, value)
  Object.assign(element, properties)
  const events: string[] = []
  const details: unknown[] = []
  for (const name of names)
    element.addEventListener(name, (event) => {
      expect([event.bubbles, event.composed]).toEqual([true, true])
      events.push(name)
      details.push((event as CustomEvent<unknown>).detail)
    })
  document.body.append(element)
  onTestFinished(() => element.remove())
  return { backend, element, events, details }
}

const authorizations = async (backend: MockBackend) =>
  (await backend.requests(whoAmI)).map(({ headers }) => headers['authorization'])

test('ready is fired once, when the first screen can be used', async () => {
  const { events } = await place()
  await expect.element(heading('Anmeldung')).toBeVisible()
  await expect.poll(() => events).toEqual(['ready'])
})

test.each([
  ['the configuration', 'config', 'CC-CONFIGURATION', { 'GET /assets/config.prod.json': { status: 404 } }],
  ['the texts', 'texts', 'CC-TEXTS', { 'GET /assets/text.at.json': { status: 404 } }]
] as const)('load-error names what could not be loaded: %s', async (_what, stage, reference, responses) => {
  const { events, details, element } = await place({ responses: responses, content: '<p>Konto im Shop</p>' })
  await expect.poll(() => events).toEqual(['load-error'])
  expect(details[0]).toMatchObject({ stage, reference, message: expect.stringContaining('Could not load file') })
  await expect.element(page.getByText('Konto im Shop')).toBeVisible()
  expect(element.shadowRoot?.textContent).toContain('Das Kundencenter konnte nicht geladen werden.')
})

test('load-error says that nobody can find out who is logged in', async () => {
  const { events, details } = await place({
    attributes: { 'session-token': 'host-token' },
    responses: { [whoAmI]: failure(500) }
  })
  await expect.element(page.getByText('Die Daten konnten nicht geladen werden.')).toBeVisible()
  await expect.poll(() => events).toEqual(['load-error'])
  expect(details[0]).toMatchObject({ stage: 'session', reference: 'CC-SESSION' })
})

test('a token that the server refuses fires session-expired and never session-start', async () => {
  const { events } = await place({ attributes: { 'session-token': 'old' } })
  await expect.element(heading('Anmeldung')).toBeVisible()
  await expect.poll(() => events.toSorted()).toEqual(['ready', 'session-expired'])
})

test("the page's content of an element is shown until its code has come", async () => {
  const { element } = await place({ content: '<p>Konto im Shop</p>' })
  expect(element.querySelector('p')?.checkVisibility()).toBe(true)
  expect(element.querySelector('p')?.assignedSlot).not.toBeNull()
  await expect.element(heading('Anmeldung')).toBeVisible()
  expect(element.querySelector('p')?.assignedSlot).toBeNull()
})

test('fetchToken is asked at the start, and once for calls that are refused at the same time', async () => {
  const tokens = ['first', 'second']
  const fetchToken = vi.fn(async () => tokens.shift() ?? null)
  const { backend, events } = await place({ properties: { fetchToken }, responses: { [whoAmI]: user() } })
  await expect.element(heading('Übersicht')).toBeVisible()
  expect(await authorizations(backend)).toEqual(['first'])
  const list = 'GET /api/eventmanager/documentsbysubscriber'
  await backend.respond({ [list]: [failure(401), success([])] })
  location.hash = '#/scripts'
  await expect.element(page.getByText('Keine Skripte verfügbar.')).toBeVisible()
  expect((await backend.requests(list)).map(({ headers }) => headers['authorization'])).toEqual(['first', 'second'])
  expect(fetchToken).toHaveBeenCalledTimes(2)
  await expect.poll(() => events.toSorted()).toEqual(['ready', 'session-start'])
})

test('fetchToken is asked again shortly before the end of what it gave', async () => {
  const tokens = [{ token: 'first', expiresIn: 1 }, 'second']
  const { backend } = await place({
    properties: { fetchToken: async () => tokens.shift() ?? null },
    responses: { [whoAmI]: user() }
  })
  await expect.element(heading('Übersicht')).toBeVisible()
  await expect.poll(() => authorizations(backend)).toEqual(['first', 'second'])
})

test.each([
  ['gives nothing', async () => null, ['ready']],
  ['fails', () => Promise.reject(new Error('Der Shop antwortet nicht.')), ['load-error', 'ready']]
])('where fetchToken %s the login is shown', async (_how, fetchToken, expected) => {
  vi.spyOn(globalThis, 'reportError').mockImplementation(() => undefined)
  const { events } = await place({ properties: { fetchToken } })
  await expect.element(heading('Anmeldung')).toBeVisible()
  await expect.poll(() => events.toSorted()).toEqual(expected)
})

test('where fetchToken gives a token of somebody else, nothing of the person before is shown or sent', async () => {
  const tokens = ['anna', 'berta']
  const list = 'GET /api/eventmanager/documentsbysubscriber'
  const { backend, events } = await place({
    properties: { fetchToken: async () => tokens.shift() ?? null },
    responses: { [whoAmI]: [user('admin', 'anna@example.at'), user('admin', 'berta@example.at')] }
  })
  await expect.element(page.getByText('Angemeldet als anna@example.at')).toBeVisible()
  // The name is painted before a session begins for the page.
  await expect.poll(() => events).toContain('session-start')
  await backend.respond({ [list]: [failure(401), success([])] })
  location.hash = '#/scripts'
  await expect.element(page.getByText('Angemeldet als berta@example.at')).toBeVisible()
  await expect.poll(() => events.filter((name) => name === 'session-start')).toHaveLength(2)
})

test('the property config overrides single keys of the configuration', async () => {
  const { element } = await place({
    properties: { config: { allowedRoutes: ['invoices'] } },
    attributes: { 'session-token': 'host-token' },
    responses: { [whoAmI]: user() }
  })
  await expect.element(page.getByRole('link', { name: 'Rechnungen' }).first()).toBeVisible()
  expect(element.shadowRoot?.textContent).not.toContain('Skripte')
})

test('config-url alone is enough: texts are beside it, and a relative apiUrl counts from its origin', async () => {
  const backend = await mockBackend()
  const { pathname } = new URL(backend.api)
  await backend.respond({ 'GET /assets/config.prod.json': { body: JSON.stringify({ apiUrl: pathname }) } })
  mount({ 'config-url': backend.attributes['config-url']! })
  await expect.element(heading('Anmeldung')).toBeVisible()
  await backend.respond({ 'POST /api/getToken': token('t'), [whoAmI]: user() })
  await submitLogin()
  await expect.element(heading('Übersicht')).toBeVisible()
})

test('nobody is asked for a session where there can be none', async () => {
  const { backend } = await place()
  await expect.element(heading('Anmeldung')).toBeVisible()
  expect(await backend.requests(whoAmI)).toEqual([])
})

test('with keep-session="tab" the login outlasts a reload in this tab, and a log-out ends it', async () => {
  const attributes = { 'keep-session': 'tab' }
  const { backend, element } = await place({
    attributes,
    responses: { 'POST /api/getToken': token('kept'), [whoAmI]: user() }
  })
  await submitLogin()
  await expect.element(heading('Übersicht')).toBeVisible()
  const kept = () => Object.entries(sessionStorage).filter(([key]) => key.endsWith(backend.api))
  expect(kept()).toEqual([[`customer-center:token:${backend.api}`, 'kept']])
  expect(Object.values(localStorage)).not.toContain('kept')
  await page.getByRole('button', { name: 'Abmelden' }).click()
  await expect.element(heading('Anmeldung')).toBeVisible()
  expect(kept().map(([key]) => key)).not.toContain(`customer-center:token:${backend.api}`)
  element.remove()
})

test('without keep-session no script can read a token in the storage of the browser', async () => {
  await place({ responses: { 'POST /api/getToken': token('secret'), [whoAmI]: user() } })
  await submitLogin()
  await expect.element(heading('Übersicht')).toBeVisible()
  expect([...Object.values(localStorage), ...Object.values(sessionStorage)].join()).not.toContain('secret')
})

test('an element has its documented properties and methods, and nothing else', async () => {
  const own = new Set<string>()
  for (let one: object = document.createElement('customer-center'); one !== HTMLElement.prototype;) {
    for (const key of Object.getOwnPropertyNames(one)) own.add(key)
    one = Object.getPrototypeOf(one) as object
  }
  const callbacks = ['attributeChangedCallback', 'connectedCallback', 'disconnectedCallback', 'constructor']
  const documented = ['configUrl', 'textsUrl', 'sessionToken', 'language', 'routePrefix', 'route', 'routing']
  const more = [
    'keepSession',
    'hideLogout',
    'hideSearch',
    'config',
    'texts',
    'fetchToken',
    'check',
    'linkTo',
    'logout',
    'restart'
  ]
  expect([...own].toSorted()).toEqual([...callbacks, ...documented, ...more].toSorted())
})
