import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { holdFirstResponse } from '../../../testing/hold-responses.ts'
import { submitLogin } from '../../../testing/login-form.ts'
import {
  failure,
  type MockBackend,
  mockBackend,
  mount,
  type MountedCenter,
  noteLogin,
  success,
  token,
  user
} from '../../../testing/mock-backend.ts'
import { maxDrawDelay } from './boot.ts'

const whoAmI = 'GET /api/webshopuser/getcurrentwebshopuser'
const rootOf = (element: HTMLElement) => element.shadowRoot ?? element.attachShadow({ mode: 'open' })
const whenReady = (element: HTMLElement) =>
  new Promise<void>((resolve) => element.addEventListener('ready', () => resolve(), { once: true }))

/** Calls back in the task in which the tiles of an element appear, before React. */
function onTiles(element: HTMLElement): Promise<void> {
  const root = rootOf(element)
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (!root.querySelector('[part=tiles]')) return
      observer.disconnect()
      resolve()
    })
    observer.observe(root, { childList: true, subtree: true })
  })
}

const loginIn = (element: HTMLElement) =>
  [...rootOf(element).querySelectorAll('h1, h2')].some(({ textContent }) => textContent === 'Anmeldung')
const bothNamed = success({ WSU_EMAIL: 'anna@example.at', X_MAIL: 'eva@example.at', WSU_RECHTE: 1 })

/** Adds an element that reads the address of the profile from `X_MAIL`. */
function mountOther({ attributes }: MockBackend): MountedCenter {
  const config = { backend: null, fieldCodes: { 'webshop-user.emailAddress': 'X_MAIL' } }
  const element = Object.assign(mount({}), { config })
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  return element
}

/** Places an element in which somebody logs in by the form. */
async function logInByForm() {
  // The overview reads lists while the browser is idle.
  history.replaceState(null, '', '#/mydata')
  const backend = await mockBackend()
  await backend.respond({ [whoAmI]: bothNamed, 'POST /api/getToken': token('first') })
  const first = mount(backend.attributes) as MountedCenter & { logout: () => Promise<void> }
  await submitLogin()
  await expect.poll(() => rootOf(first).textContent).toContain('Angemeldet als anna@example.at')
  return { backend, first }
}

async function loggedIn(config: Record<string, unknown> = {}) {
  history.replaceState(null, '', '#/')
  const backend = await mockBackend(config)
  noteLogin(backend)
  await backend.respond({ [whoAmI]: user() })
  return backend
}

test('after a logout in one element the tiles of another go at once, also before its React is there', async () => {
  const backend = await loggedIn()
  const folder = backend.attributes['texts-url']!.replace(/assets$/, 'slow/assets')
  const texts = await (await fetch(`${backend.attributes['texts-url']}/text.at.json`)).text()
  await backend.respond({
    'GET /slow/assets/text.at.first.json': { body: texts },
    'GET /slow/assets/text.at.json': { hang: true }
  })
  // With a cookie and a loader beside its texts an element draws tiles from a few texts, and React waits for all.
  vi.spyOn(document, 'cookie', 'get').mockReturnValue('XSRF-TOKEN=a')
  const loader = Object.assign(document.createElement('script'), { type: 'text/plain' })
  loader.src = folder.replace(/assets$/, 'customer-center.js')
  document.head.append(loader)
  onTestFinished(() => loader.remove())
  const first = mount(backend.attributes) as MountedCenter & { logout: () => Promise<void> }
  const second = mount({ ...backend.attributes, 'texts-url': folder })
  await Promise.all([whenReady(first), onTiles(second)])
  await first.logout()
  expect(rootOf(second).querySelector('[part=tiles]')).toBeNull()
  await expect.element(page.getByRole('heading', { name: 'Anmeldung' })).toBeVisible()
})

test('the answer about who is logged in goes with an element that leaves before it was drawn', async () => {
  // React draws at once where the answer takes longer than that.
  const { ms } = maxDrawDelay
  maxDrawDelay.ms = 5000
  onTestFinished(() => void (maxDrawDelay.ms = ms))
  const backend = await loggedIn()
  const first = mount(backend.attributes)
  await onTiles(first)
  first.remove()
  await backend.respond({ [whoAmI]: user('contact', 'eva@example.at') })
  mount(backend.attributes)
  await expect.element(page.getByText('Angemeldet als eva@example.at')).toBeVisible()
})

test('an element with other field codes reads the profile by its own, and goes with the login of the others', async () => {
  const backend = await loggedIn()
  await backend.respond({ [whoAmI]: bothNamed })
  const first = mount(backend.attributes) as MountedCenter & { logout: () => Promise<void> }
  await whenReady(first)
  const second = mountOther(backend)
  await expect.poll(() => rootOf(second).textContent).toContain('Angemeldet als eva@example.at')
  expect(rootOf(first).textContent).toContain('Angemeldet als anna@example.at')
  await first.logout()
  await expect.poll(() => rootOf(second).querySelector('h1')?.textContent).toBe('Anmeldung')
  await backend.respond({ 'POST /api/getToken': success({ access_token: 't' }) })
  await submitLogin()
  await expect.poll(() => rootOf(second).textContent).toContain('Angemeldet als eva@example.at')
  await expect.poll(() => rootOf(first).textContent).toContain('Angemeldet als anna@example.at')
})

test('an element with other field codes joins a login by form, with its token alone', async () => {
  const { backend } = await logInByForm()
  await backend.respond({ [whoAmI]: bothNamed })
  const asked = (await backend.requests(whoAmI)).length
  const second = mountOther(backend)
  await expect.poll(() => rootOf(second).textContent).toMatch(/Angemeldet als|Anmeldung/)
  expect(rootOf(second).textContent).toContain('Angemeldet als eva@example.at')
  const questions = (await backend.requests(whoAmI)).slice(asked)
  expect(questions.map(({ headers }) => headers['authorization'])).toEqual(['first'])
})

test('elements with different field codes renew one token, and a logout in one revokes it once for both', async () => {
  const { backend, first } = await logInByForm()
  const second = mountOther(backend)
  await expect.poll(() => rootOf(second).textContent).toContain('Angemeldet als eva@example.at')
  const ended = failure(401, 'Abgelaufen.')
  const invoices = 'GET /api/eventmanager/invoicebysubscriber'
  await backend.respond({ [invoices]: [ended, ended, success([])], 'POST /api/getToken': token('second') })
  const tokens = async () => (await backend.requests(invoices)).map(({ headers }) => headers['authorization'])
  // One is refused after both have asked.
  const release = holdFirstResponse('/invoicebysubscriber')
  location.hash = '#/invoices'
  await expect.poll(async () => (await tokens()).slice(0, 2)).toEqual(['first', 'first'])
  release()
  await expect.poll(tokens).toEqual(['first', 'first', 'second', 'second'])
  await expect.poll(() => rootOf(second).querySelector('h1')?.textContent).toBe('Rechnungen')
  expect([first, second].map(loginIn)).toEqual([false, false])
  await first.logout()
  await expect.poll(() => [first, second].map(loginIn)).toEqual([true, true])
  const revoked = async () =>
    (await backend.requests('POST /api/revokeToken')).map(({ headers }) => headers['authorization'])
  await expect.poll(revoked).toEqual(['second'])
})

test('an element that begins anew beside one that is logged in draws nobody else', async () => {
  const { backend } = await logInByForm()
  const second = mount(backend.attributes)
  await whenReady(second)
  await backend.respond({ [whoAmI]: user('admin', 'eva@example.at') })
  const drawn: string[] = []
  const observer = new MutationObserver((changes) =>
    drawn.push(...changes.flatMap(({ addedNodes }) => [...addedNodes].map((node) => node.textContent ?? '')))
  )
  observer.observe(rootOf(second), { childList: true, subtree: true })
  second.setAttribute('config-url', `${backend.attributes['config-url']}?anew`)
  await expect.poll(() => drawn.join()).toContain('Angemeldet als anna@example.at')
  expect(drawn.join()).not.toContain('eva@example.at')
})
