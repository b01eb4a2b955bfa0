import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { getCustomer, saveCustomer } from '@customer-center/contract/customer'
import { getToken } from '@customer-center/contract/session'
import { type FakeTimers, installFakeTimers } from '../../testing/fake-timers.ts'
import { submitLogin } from '../../testing/login-form.ts'
import {
  busy,
  failure,
  mockBackend,
  type MockResponse,
  mount,
  mountLoggedIn,
  noteLogin,
  success,
  user
} from '../../testing/mock-backend.ts'
import { requestEndpoint } from './request.ts'
// The code that repeats comes with that of the calls.
import './call.ts'

const scripts = 'GET /api/eventmanager/documentsbysubscriber'
const invoices = 'GET /api/eventmanager/invoicebysubscriber'
const profile = 'GET /api/webshopuser/getcurrentwebshopuser'
const overview = page.getByRole('heading', { name: 'Übersicht' })
const none = page.getByText('Keine Skripte verfügbar.')
const retry = page.getByRole('button', { name: 'Erneut versuchen' })
const failed = page.getByText('Die Daten konnten nicht geladen werden.')

/** As proxies answer while their server restarts. */
const page503: MockResponse = {
  status: 503,
  body: '<html><h1>503 Service Unavailable</h1>No server is available.</html>'
}

const skeletonOf = ({ shadowRoot }: HTMLElement) => shadowRoot?.querySelector('.kc-skeleton') ?? null

/** Waits until a call waits to be repeated, and returns the time in ms. */
async function repeatIn(clock: FakeTimers): Promise<number> {
  await expect.poll(clock.pending).toHaveLength(1)
  return clock.pending()[0] ?? 0
}

async function openScripts(answers: MockResponse | MockResponse[]) {
  const clock = installFakeTimers()
  const placed = await mountLoggedIn('admin', {}, { [scripts]: answers })
  await expect.element(overview).toBeVisible()
  location.hash = '#/scripts'
  return { clock, ...placed }
}

test.each([
  ['an overloaded server', busy('1'), 1000],
  ['a server of which this person has asked too much', busy('5', failure(429, 'Zu viele Aufrufe.')), 5000],
  ['a proxy whose server restarts', busy('2', page503), 2000],
  ['a server that says at once', busy('0'), 1000]
])(
  'a read that is refused by %s is made again behind its skeleton, some time later by chance',
  async (_, answer, ms) => {
    const { clock, backend, element } = await openScripts([answer, answer, success([])])
    for (const count of [1, 2]) {
      const wait = await repeatIn(clock)
      expect(wait).toBeGreaterThanOrEqual(ms)
      expect(wait).toBeLessThanOrEqual(ms * 1.5)
      expect(skeletonOf(element)).not.toBeNull()
      expect(retry.query()).toBeNull()
      expect(await backend.requests(scripts)).toHaveLength(count)
      clock.advance(wait)
    }
    await expect.element(none).toBeVisible()
    expect(await backend.requests(scripts)).toHaveLength(3)
  }
)

test('a date says when, too, and one that this device takes for past is a second', async () => {
  const inMs = (ms: number) => busy(new Date(Date.now() + ms).toUTCString())
  const { clock } = await openScripts([inMs(4000), inMs(-60_000), success([])])
  const first = await repeatIn(clock)
  expect(first).toBeGreaterThanOrEqual(1000)
  expect(first).toBeLessThanOrEqual(6000)
  clock.advance(first)
  const second = await repeatIn(clock)
  expect(second).toBeLessThanOrEqual(1500)
  clock.advance(second)
  await expect.element(none).toBeVisible()
})

test('a read is made again twice, and twice again when somebody asks for it', async () => {
  const { clock, backend } = await openScripts(busy('1'))
  for (const count of [3, 6]) {
    if (count > 3) await retry.click()
    for (const _ of [1, 2]) clock.advance(await repeatIn(clock))
    await expect.element(page.getByText('Überlastet.')).toBeVisible()
    await expect.element(retry).toBeEnabled()
    expect(clock.pending()).toEqual([])
    expect(await backend.requests(scripts)).toHaveLength(count)
  }
})

test.each([
  ['a later time', busy('6')],
  ['a later date', busy(new Date(Date.now() + 3_600_000).toUTCString())],
  ['no time', failure(503, 'Überlastet.')],
  ['a text that is no time', busy('soon')],
  ['a number that is no time', busy('-1')],
  ['a time that its origin does not expose', busy('1', failure(503, 'Überlastet.'), 'X-Other')],
  ['a time for another failure', busy('1', failure(500, 'Überlastet.'))]
])('an answer with %s is shown at once', async (_, answer) => {
  const { clock, backend } = await openScripts(answer)
  await expect.element(page.getByText('Überlastet.')).toBeVisible()
  expect(clock.pending()).toEqual([])
  expect(await backend.requests(scripts)).toHaveLength(1)
})

test('a save and a login are never made again', async () => {
  const clock = installFakeTimers()
  const backend = await mockBackend()
  await backend.respond({ 'PUT /api/customer': busy('1'), 'POST /api/getToken': busy('1') })
  const context = { api: backend.api, version: '1.0', token: 't' }
  await expect(requestEndpoint(context, saveCustomer, { body: { data: {} } })).rejects.toMatchObject({ status: 503 })
  await expect(requestEndpoint(context, getToken, { body: { userName: 'a' } })).rejects.toMatchObject({ status: 503 })
  expect(clock.pending()).toEqual([])
  expect((await backend.requests()).map(({ call }) => call)).toEqual(['PUT /api/customer', 'POST /api/getToken'])
})

test('a call that is aborted is not made again', async () => {
  const clock = installFakeTimers()
  const backend = await mockBackend()
  await backend.respond({ 'GET /api/customer': busy('1') })
  const controller = new AbortController()
  const { signal } = controller
  const call = requestEndpoint({ api: backend.api, version: '1.0', token: 't' }, getCustomer, { signal })
  await repeatIn(clock)
  controller.abort(new Error('left'))
  await expect(call).rejects.toThrow('left')
  expect(clock.pending()).toEqual([])
  expect(await backend.requests('GET /api/customer')).toHaveLength(1)
})

test('a log-out ends a call that would be made again', async () => {
  const { clock, backend } = await openScripts(busy('1'))
  await repeatIn(clock)
  await page.getByRole('button', { name: 'Abmelden' }).click()
  await expect.element(page.getByRole('button', { name: 'Anmelden' })).toBeVisible()
  expect(clock.pending()).toEqual([])
  expect(await backend.requests(scripts)).toHaveLength(1)
})

test('a repeat without a network is a call without a network', async () => {
  const clock = installFakeTimers()
  const backend = await mockBackend()
  await backend.respond({ 'GET /api/customer': busy('1') })
  const call = requestEndpoint({ api: backend.api, version: '1.0', token: 't' }, getCustomer)
  const wait = await repeatIn(clock)
  const real = window.fetch
  onTestFinished(() => void (window.fetch = real))
  window.fetch = () => Promise.reject(new TypeError('Failed to fetch'))
  clock.advance(wait)
  await expect(call).rejects.toMatchObject({ failure: 'network', status: 0 })
})

test('a call of an element that is out of the page is made again when the element is back', async () => {
  const { clock, backend, element } = await openScripts([busy('1'), success([])])
  const wait = await repeatIn(clock)
  element.remove()
  await new Promise((resolve) => setTimeout(resolve))
  clock.advance(wait)
  await backend.respond({ 'GET /api/other': success(null) })
  expect(await backend.requests(scripts)).toHaveLength(1)
  document.body.append(element)
  await expect.element(none).toBeVisible()
  expect(await backend.requests(scripts)).toHaveLength(2)
})

test('a repeat that finds the session expired opens the login over the screen', async () => {
  const { clock, backend, element } = await openScripts([busy('1'), failure(401), success([])])
  clock.advance(await repeatIn(clock))
  await expect.element(page.getByRole('button', { name: 'Anmelden' })).toBeVisible()
  element.sessionToken = 'renewed'
  await expect.element(none).toBeVisible()
  expect(await backend.requests(scripts)).toHaveLength(3)
})

test.each(['#/', '#/invoices'])(
  'an element that starts while its server restarts waits for it: a page opened at %s',
  async (hash) => {
    history.replaceState(null, '', hash)
    const clock = installFakeTimers()
    const backend = await mockBackend()
    noteLogin(backend)
    await backend.respond({
      [profile]: [busy('1', page503), busy('1', page503), user()],
      [invoices]: [busy('1', page503), busy('1', page503), success([])]
    })
    const failures: unknown[] = []
    const element = mount(backend.attributes)
    for (const type of ['load-error', 'session-end'])
      element.addEventListener(type, (event) => failures.push(event.type))
    for (const count of [1, 2]) {
      await expect.poll(() => clock.pending().length && skeletonOf(element)).toBeTruthy()
      expect(failed.query() ?? page.getByRole('button', { name: 'Anmelden' }).query()).toBeNull()
      expect(await backend.requests(profile)).toHaveLength(count)
      clock.advance(1500)
    }
    const shown = hash === '#/' ? overview : page.getByText('Keine Rechnungen vorhanden.')
    // The list is made again on its own.
    await expect.poll(() => clock.advance(1500) ?? shown.query()).not.toBeNull()
    expect(failures).toEqual([])
    expect(await backend.requests(profile)).toHaveLength(3)
    if (hash !== '#/') expect(await backend.requests(invoices)).toHaveLength(3)
  }
)

test('a list that is read beside the profile is made again twice, not twice more for the person who is known then', async () => {
  history.replaceState(null, '', '#/invoices')
  const clock = installFakeTimers()
  const { backend } = await mountLoggedIn('admin', {}, { [profile]: [busy('1'), user()], [invoices]: busy('1') })
  await expect.poll(clock.pending).toHaveLength(2)
  await expect.poll(() => clock.advance(1500) ?? retry.query()).not.toBeNull()
  expect(await backend.requests(invoices)).toHaveLength(3)
})

test('the question for the version of the server is made again', async () => {
  const clock = installFakeTimers()
  const asked = { 'GET /api/getApiVersion': [busy('1'), success({ api_version: '2' })] }
  const { backend } = await mountLoggedIn('admin', { apiVersion: 'server' }, asked)
  clock.advance(await repeatIn(clock))
  await expect.element(overview).toBeVisible()
  expect(await backend.requests('GET /api/getApiVersion')).toHaveLength(2)
})

test('a login by the form waits for a profile that is refused for the moment', async () => {
  const clock = installFakeTimers()
  const backend = await mockBackend()
  await backend.respond({
    'POST /api/getToken': success({ access_token: 'first', refresh_token: 'r', expires_in: 1800 }),
    [profile]: [failure(401), busy('1'), user()]
  })
  mount(backend.attributes)
  await submitLogin()
  clock.advance(await repeatIn(clock))
  await expect.element(overview).toBeVisible()
})
