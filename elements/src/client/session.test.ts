import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { holdFirstResponse } from '../../testing/hold-responses.ts'
import {
  failure,
  type MockBackend,
  mockBackend,
  mount,
  success,
  token,
  user,
  noteLogin
} from '../../testing/mock-backend.ts'
import { stubUnsavedForm } from '../../testing/unsaved-form.tsx'

const whoAmI = 'GET /api/webshopuser/getcurrentwebshopuser'
const scripts = 'GET /api/eventmanager/documentsbysubscriber'
const heading = (name: string) => page.getByRole('heading', { name, level: 1 })

async function logIn(backend: MockBackend, name = 'Anna', customer = '1001'): Promise<void> {
  for (const button of page.getByRole('button', { name: 'Anderes Konto' }).elements()) (button as HTMLElement).click()
  await page.getByLabelText('Kundennummer').fill(customer)
  await page.getByLabelText('Benutzername').fill(name)
  await page.getByLabelText('Passwort', { exact: true }).fill('geheim1')
  await page.getByRole('button', { name: 'Anmelden' }).click()
  await backend.requests()
}

async function loggedInByForm() {
  const backend = await mockBackend({ appKey: 'shop' })
  const element = mount(backend.attributes)
  const events: string[] = []
  for (const type of ['session-start', 'session-end']) element.addEventListener(type, () => events.push(type))
  await expect.element(heading('Anmeldung')).toBeVisible()
  await backend.respond({ 'POST /api/getToken': token('first'), 'GET /api/webshopuser/getcurrentwebshopuser': user() })
  await logIn(backend)
  await expect.element(heading('Übersicht')).toBeVisible()
  return { backend, element, events }
}

test('the login sends what the contract names, as a form', async () => {
  const { backend } = await loggedInByForm()
  const [call] = await backend.requests('POST /api/getToken')
  expect(Object.fromEntries(new URLSearchParams(call?.body))).toEqual({
    customerNumber: '1001',
    userName: 'Anna',
    password: 'geheim1',
    appKey: 'shop',
    clientLocale: 'de-at',
    getRefreshToken: 'true'
  })
  expect(call?.headers).toMatchObject({ 'content-version': '1.0', content_version: '1.0' })
})

test('calls that find the session ended at the same time share one renewal and are made again', async () => {
  const { backend } = await loggedInByForm()
  const ended = failure(401, 'Abgelaufen.')
  await backend.respond({ 'POST /api/getToken': token('second'), [scripts]: [ended, ended, success([])] })
  const second = mount({ ...backend.attributes })
  await expect.poll(() => second.shadowRoot?.querySelector('h1')?.textContent).toBe('Übersicht')
  const tokens = async () => (await backend.requests(scripts)).map(({ headers }) => headers['authorization'])
  const release = holdFirstResponse('/getToken')
  location.hash = '#/scripts'
  await expect.poll(async () => (await tokens()).slice(0, 2)).toEqual(['first', 'first'])
  release()
  await expect.poll(tokens).toEqual(['first', 'first', 'second', 'second'])
  const renewals = (await backend.requests('POST /api/getToken')).slice(1)
  expect(renewals).toHaveLength(1)
  expect(new URLSearchParams(renewals[0]?.body).get('refreshToken')).toBe('first-refresh')
  expect(new URLSearchParams(renewals[0]?.body).has('password')).toBe(false)
})

/** Shows a half-filled form whose save finds out that the session has ended for good. */
async function expiredUnderForm() {
  stubUnsavedForm()
  const { backend, element, events } = await loggedInByForm()
  location.hash = '#/mydata/userprofile'
  await page.getByLabelText('Eingabe').fill('halb ausgefüllt')
  await backend.respond({
    'POST /api/getToken': [failure(401, 'Abgelaufen.'), token('second')],
    'PUT /api/webshopuser': [failure(401, 'Abgelaufen.'), success({})]
  })
  await page.getByRole('button', { name: 'Speichern' }).click()
  await expect.element(page.getByText('Ihre Sitzung ist abgelaufen.', { exact: false })).toBeVisible()
  return { backend, element, events }
}

const input = (element: HTMLElement) => element.shadowRoot?.querySelector<HTMLInputElement>('[part=main] input')?.value

test('a session that ends under a half-filled form opens the login over it, keeps the input and then saves it', async () => {
  const { backend, element } = await expiredUnderForm()
  expect(input(element)).toBe('halb ausgefüllt')
  await logIn(backend)
  await expect.element(page.getByText('Gespeichert')).toBeVisible()
  expect(input(element)).toBe('halb ausgefüllt')
  const saves = await backend.requests('PUT /api/webshopuser')
  expect(saves.map((one) => one.headers['authorization'])).toEqual(['first', 'second'])
})

test('what one person wanted to save is never saved in the name of another', async () => {
  const { backend, element } = await expiredUnderForm()
  await backend.respond({ 'GET /api/webshopuser/getcurrentwebshopuser': user('contact', 'bert@example.at') })
  await logIn(backend, 'Bert')
  await expect.element(page.getByText('Angemeldet als bert@example.at')).toBeVisible()
  await expect.poll(() => input(element)).toBe('')
  expect(await backend.requests('PUT /api/webshopuser')).toHaveLength(1)
})

test('what was to be saved for one customer is never saved for another, though the e-mail address is the same', async () => {
  const { backend, element } = await expiredUnderForm()
  await logIn(backend, 'Anna', '2002')
  await expect.poll(() => input(element)).toBe('')
  expect(await backend.requests('PUT /api/webshopuser')).toHaveLength(1)
})

/** Shows the same with a session that the login form has not begun. */
async function expiredUnderFormOf(attributes: Record<string, string>) {
  stubUnsavedForm()
  const backend = await mockBackend()
  await backend.respond({
    'GET /api/webshopuser/getcurrentwebshopuser': user(),
    'POST /api/getToken': token('second'),
    'PUT /api/webshopuser': [failure(401, 'Abgelaufen.'), success({})]
  })
  noteLogin(backend)
  const element = mount({ ...backend.attributes, ...attributes })
  await expect.element(heading('Übersicht')).toBeVisible()
  location.hash = '#/mydata/userprofile'
  await page.getByLabelText('Eingabe').fill('halb ausgefüllt')
  await page.getByRole('button', { name: 'Speichern' }).click()
  await expect.element(page.getByText('Ihre Sitzung ist abgelaufen.', { exact: false })).toBeVisible()
  return { backend, element }
}

test.each([
  ['a cookie', {}],
  ['the host', { 'session-token': 'host-token' }]
])('a login over a session that %s began drops the input, as nobody knows its customer', async (_who, attributes) => {
  const { backend, element } = await expiredUnderFormOf(attributes)
  await logIn(backend)
  await expect.poll(() => input(element)).toBe('')
  expect(await backend.requests('PUT /api/webshopuser')).toHaveLength(1)
})

test.each([
  ['the same person', 'P1', 'halb ausgefüllt', 2],
  ['somebody of the same address at another customer', 'P2', '', 1]
])('a login over a session of a cookie, whose person the server marks, as %s', async (_who, mark, kept, saves) => {
  stubUnsavedForm()
  const marked = (name: string) => ({
    ...user(),
    headers: { 'X-Session-Person': name, 'Access-Control-Expose-Headers': 'X-Session-Person' }
  })
  const backend = await mockBackend()
  await backend.respond({
    [whoAmI]: marked('P1'),
    'POST /api/getToken': token('second'),
    'PUT /api/webshopuser': [failure(401, 'Abgelaufen.'), success({})]
  })
  noteLogin(backend)
  const element = mount(backend.attributes)
  await expect.element(heading('Übersicht')).toBeVisible()
  location.hash = '#/mydata/userprofile'
  await page.getByLabelText('Eingabe').fill('halb ausgefüllt')
  await page.getByRole('button', { name: 'Speichern' }).click()
  await expect.element(page.getByText('Ihre Sitzung ist abgelaufen.', { exact: false })).toBeVisible()
  await backend.respond({ [whoAmI]: marked(mark) })
  await logIn(backend)
  await expect.poll(() => input(element)).toBe(kept)
  await expect.poll(async () => (await backend.requests('PUT /api/webshopuser')).length).toBe(saves)
  const [first] = await backend.requests('PUT /api/webshopuser')
  expect(first?.headers['x-session-person']).toBe('P1')
})

test('a new session-token of the host for the same person keeps the input and saves it', async () => {
  const { backend, element } = await expiredUnderFormOf({ 'session-token': 'host-token' })
  element.sessionToken = 'fresh'
  await expect.element(page.getByText('Gespeichert')).toBeVisible()
  expect(input(element)).toBe('halb ausgefüllt')
  const saves = await backend.requests('PUT /api/webshopuser')
  expect(saves.map((one) => one.headers['authorization'])).toEqual(['host-token', 'fresh'])
})

test('whoever gives up at the login over a screen is logged out', async () => {
  const { element, events } = await expiredUnderForm()
  await page.getByRole('button', { name: 'Verwerfen und abmelden' }).click()
  await expect.poll(() => element.shadowRoot?.querySelector('[part=main]')).toBeNull()
  await expect.poll(() => events).toEqual(['session-start', 'session-end'])
})

test('a session that the same person takes up again has neither ended nor started for the host', async () => {
  const { backend, events } = await expiredUnderForm()
  await logIn(backend)
  await expect.element(page.getByText('Gespeichert')).toBeVisible()
  await expect.poll(() => events).toEqual(['session-start'])
})

test('a session that somebody else logs in to starts again for the host', async () => {
  const { backend, element, events } = await expiredUnderForm()
  await logIn(backend, 'Anna', '2002')
  await expect.poll(() => input(element)).toBe('')
  await expect.poll(() => events).toEqual(['session-start', 'session-start'])
})

test('Abmelden kills the token on the server and shows the login', async () => {
  const { backend } = await loggedInByForm()
  await page.getByRole('button', { name: 'Abmelden' }).click()
  await expect.element(heading('Anmeldung')).toBeVisible()
  await expect
    .poll(async () => (await backend.requests('POST /api/revokeToken'))[0]?.headers['authorization'])
    .toBe('first')
})

const isStored = (key: string) => key.startsWith('last')

test('development keeps the session in local storage under the specified keys, production does not', async () => {
  await loggedInByForm()
  expect(Object.keys(localStorage).filter(isStored)).toEqual([])
  const backend = await mockBackend({ development: true })
  await backend.respond({
    'POST /api/getToken': token('kept'),
    'GET /api/webshopuser/getcurrentwebshopuser': user()
  })
  const element = mount(backend.attributes)
  await expect.poll(() => element.shadowRoot?.querySelector('form')).not.toBeNull()
  await logIn(backend)
  await expect.poll(() => localStorage.getItem('lastAuthToken')).toBe('kept')
  expect(localStorage.getItem('lastApiUrl')).toBe(backend.api)
  expect(localStorage.getItem('lastApiVersion')).toBe('1.0')
})

const developing = { development: true, apiUrl: 'http://127.0.0.1:9/api' }

test('the development URL has its own stored session, under the specified keys with Dev', async () => {
  const backend = await mockBackend()
  await backend.respond({
    'GET /assets/config.prod.json': { body: JSON.stringify({ ...developing, apiUrlDev: `${backend.api}/` }) },
    'POST /api/getToken': token('kept'),
    'GET /api/webshopuser/getcurrentwebshopuser': user()
  })
  mount(backend.attributes)
  await expect.element(heading('Anmeldung')).toBeVisible()
  await logIn(backend)
  await expect.poll(() => localStorage.getItem('lastAuthTokenDev')).toBe('kept')
  expect(Object.keys(localStorage).filter(isStored).toSorted()).toEqual([
    'lastApiUrlDev',
    'lastApiVersionDev',
    'lastAuthTokenDev'
  ])
  expect(localStorage.getItem('lastApiUrlDev')).toBe(backend.api)
  expect(localStorage.getItem('lastApiVersionDev')).toBe('1.0')
})

test.each([
  ['taken up from the keys with Dev', {}, 'dev-token'],
  ['not taken up from a version that is not ours', { lastApiVersionDev: '0.9' }, undefined],
  ['not taken up from another URL', { lastApiUrlDev: 'http://127.0.0.1:9/api' }, undefined]
])('a kept session of the development URL is %s', async (_, changed, expected) => {
  const backend = await mockBackend()
  await backend.respond({
    'GET /assets/config.prod.json': { body: JSON.stringify({ ...developing, apiUrlDev: backend.api }) }
  })
  const kept = {
    lastApiUrlDev: backend.api,
    lastApiVersionDev: '1.0',
    lastAuthTokenDev: 'dev-token',
    lastApiUrl: backend.api,
    lastApiVersion: '1.0',
    lastAuthToken: 'other-token',
    ...changed
  }
  for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value)
  mount(backend.attributes)
  await expect.element(heading('Anmeldung')).toBeVisible()
  const [call] = await backend.requests('GET /api/webshopuser/getcurrentwebshopuser')
  expect(call?.headers['authorization']).toBe(expected)
})

test('outside of development neither the development URL nor a stored session counts', async () => {
  const backend = await mockBackend()
  const config = { apiUrl: backend.api, apiUrlDev: 'http://127.0.0.1:9/api', development: false }
  await backend.respond({ 'GET /assets/config.prod.json': { body: JSON.stringify(config) } })
  const kept = { lastApiUrl: backend.api, lastApiVersion: '1.0', lastAuthToken: 'kept' }
  for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value)
  mount(backend.attributes)
  await expect.element(heading('Anmeldung')).toBeVisible()
  const [call] = await backend.requests('GET /api/webshopuser/getcurrentwebshopuser')
  expect(call?.headers['authorization']).toBeUndefined()
})
