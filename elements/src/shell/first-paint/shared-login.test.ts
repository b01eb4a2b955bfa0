import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { submitLogin } from '../../../testing/login-form.ts'
import { mount, mockBackend, type MountedCenter, noteLogin, success, user } from '../../../testing/mock-backend.ts'

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
  const profile = success({ WSU_EMAIL: 'anna@example.at', X_MAIL: 'eva@example.at', WSU_RECHTE: 1 })
  await backend.respond({ [whoAmI]: profile })
  const first = mount(backend.attributes) as MountedCenter & { logout: () => Promise<void> }
  await whenReady(first)
  const config = { backend: null, fieldCodes: { 'webshop-user.emailAddress': 'X_MAIL' } }
  const second = Object.assign(mount({}), { config })
  for (const [name, value] of Object.entries(backend.attributes)) second.setAttribute(name, value)
  await expect.poll(() => rootOf(second).textContent).toContain('Angemeldet als eva@example.at')
  expect(rootOf(first).textContent).toContain('Angemeldet als anna@example.at')
  await first.logout()
  await expect.poll(() => rootOf(second).querySelector('h1')?.textContent).toBe('Anmeldung')
  await backend.respond({ 'POST /api/getToken': success({ access_token: 't' }) })
  await submitLogin()
  await expect.poll(() => rootOf(second).textContent).toContain('Angemeldet als eva@example.at')
  expect(rootOf(first).textContent).toContain('Angemeldet als anna@example.at')
})
