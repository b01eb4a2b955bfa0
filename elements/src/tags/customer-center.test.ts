import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { submitLogin } from '../../testing/login-form.ts'
import { failure, mountLoggedIn, mount, mockBackend, noteLogin, token, user } from '../../testing/mock-backend.ts'
import { requestTimeouts } from '../client/request.ts'
import { fileTimeouts } from '../shell/first-paint/boot-requests.ts'

const heading = (name: string) => page.getByRole('heading', { name, level: 1 })

test('without a session the login form is shown, with a session-token the overview', async () => {
  const backend = await mockBackend()
  const element = mount(backend.attributes)
  await expect.element(heading('Anmeldung')).toBeVisible()
  await backend.respond({ 'GET /api/webshopuser/getcurrentwebshopuser': user() })
  element.sessionToken = 'host-token'
  await expect.element(heading('Übersicht')).toBeVisible()
  const calls = await backend.requests('GET /api/webshopuser/getcurrentwebshopuser')
  expect(calls.at(-1)?.headers['authorization']).toBe('host-token')
})

test('a new session-token whose person is unknown shows nothing of the person before', async () => {
  const { backend, element } = await mountLoggedIn()
  await expect.element(page.getByText('Angemeldet als anna@example.at')).toBeVisible()
  await backend.respond({ 'GET /api/webshopuser/getcurrentwebshopuser': failure(500) })
  element.sessionToken = 'other-token'
  await expect.element(page.getByText('Die Daten konnten nicht geladen werden.')).toBeVisible()
  await expect.element(page.getByText('anna@example.at')).not.toBeInTheDocument()
})

test('while the server does not answer a skeleton is shown, and the profile replaces it', async () => {
  const backend = await mockBackend()
  await backend.respond({ 'GET /api/webshopuser/getcurrentwebshopuser': [{ hang: true }, user()] })
  const element = mount({ ...backend.attributes, 'session-token': 'host-token' })
  await expect.element(page.getByLabelText('wird geladen')).toBeInTheDocument()
  element.remove()
})

test('removing session-token logs out and fires session-end', async () => {
  const { element } = await mountLoggedIn()
  const events: string[] = []
  for (const type of ['session-start', 'session-end']) element.addEventListener(type, () => events.push(type))
  await expect.poll(() => events).toEqual(['session-start'])
  element.removeAttribute('session-token')
  await expect.element(heading('Anmeldung')).toBeVisible()
  await expect.poll(() => events).toEqual(['session-start', 'session-end'])
})

test('a property that is set does not appear as an attribute, and one set before the definition counts', async () => {
  const backend = await mockBackend()
  await backend.respond({ 'GET /api/webshopuser/getcurrentwebshopuser': user() })
  const early = document.createElement('customer-center')
  Object.defineProperty(early, 'sessionToken', { value: 'early', configurable: true, writable: true })
  for (const [name, value] of Object.entries(backend.attributes)) early.setAttribute(name, value)
  document.body.append(early)
  await expect.element(heading('Übersicht')).toBeVisible()
  expect(early.hasAttribute('session-token')).toBe(false)
  early.remove()
})

test('an element that is moved keeps its screen', async () => {
  const backend = await mockBackend()
  const element = mount(backend.attributes)
  await page.getByLabelText('Benutzername').fill('anna')
  const elsewhere = document.body.appendChild(document.createElement('section'))
  elsewhere.append(element)
  await expect.element(page.getByLabelText('Benutzername')).toHaveValue('anna')
  elsewhere.remove()
})

/** Notes, from now on, the rest of each address with this beginning that the page asks for, and how it may be cached. */
function recordRequests(beginning: string): string[] {
  const real = window.fetch
  onTestFinished(() => void (window.fetch = real))
  const asked: string[] = []
  window.fetch = (input, init) => {
    const [, rest] = (input instanceof Request ? input.url : input.toString()).split(`${beginning}/`)
    if (rest) asked.push(`${rest} ${init?.cache}`)
    return real(input, init)
  }
  return asked
}

test('an element that is removed makes no more calls, and works again when it is put back', async () => {
  const { backend, element } = await mountLoggedIn()
  await expect.element(heading('Übersicht')).toBeVisible()
  element.remove()
  // A task later it is known that the element was not moved.
  await new Promise((settle) => setTimeout(settle))
  // Calls from before the removal may reach the backend only now.
  const calls = recordRequests(backend.api)
  dispatchEvent(new Event('online'))
  location.hash = '#/scripts'
  await backend.requests()
  expect(calls).toEqual([])
  document.body.append(element)
  await expect.element(heading('Skripte')).toBeVisible()
})

test('two elements without a token share the login and the style sheets', async () => {
  const backend = await mockBackend()
  const [first, second] = [mount(backend.attributes), mount(backend.attributes)]
  await expect.poll(() => [first, second].every((one) => one.shadowRoot?.querySelector('form'))).toBe(true)
  await backend.respond({ 'POST /api/getToken': token('t1'), 'GET /api/webshopuser/getcurrentwebshopuser': user() })
  await submitLogin()
  for (const one of [first, second])
    await expect.poll(() => one.shadowRoot?.querySelector('h1')?.textContent).toBe('Übersicht')
  const [sheets, others] = [first, second].map((one) => one.shadowRoot?.adoptedStyleSheets ?? [])
  expect(sheets?.length).toBeGreaterThan(0)
  expect(sheets?.filter((sheet, index) => sheet !== others?.[index])).toEqual([])
})

test('configuration and texts are requested again at each start, in all three languages, and at is shown', async () => {
  const backend = await mockBackend({ defaultLanguage: 'de-de' })
  const asked = recordRequests(backend.attributes['texts-url'] ?? '')
  for (const other of ['de', 'ch'])
    await backend.respond({
      [`GET /assets/text.${other}.json`]: { body: JSON.stringify({ 'login.heading': 'Anders' }) }
    })
  mount({ ...backend.attributes, language: 'de-ch' })
  const languages = ['at', 'ch', 'de'].flatMap((one) => [`text.${one}.custom.json`, `text.${one}.json`])
  await expect
    .poll(() => asked.toSorted())
    .toEqual(['config.prod.json', ...languages].map((file) => `${file} no-cache`))
  await expect.element(heading('Anmeldung')).toBeVisible()
})

test.each([false, 'false'])(
  'a configuration with customTexts %j spares the requests for custom texts',
  async (customTexts) => {
    const backend = await mockBackend({ customTexts })
    const asked = recordRequests(backend.attributes['texts-url'] ?? '')
    mount(backend.attributes)
    const files = ['config.prod.json', ...['at', 'ch', 'de'].map((one) => `text.${one}.json`)]
    await expect.poll(() => asked.toSorted()).toEqual(files.map((file) => `${file} no-cache`))
    await expect.element(heading('Anmeldung')).toBeVisible()
  }
)

test('a file and a call may stay silent for 30 s', () => {
  expect([fileTimeouts.file, requestTimeouts.request]).toEqual([30_000, 30_000])
})

test('after a reload the cookie of the server is enough', async () => {
  const backend = await mockBackend()
  await backend.respond({ 'GET /api/webshopuser/getcurrentwebshopuser': user('contact') })
  noteLogin(backend)
  mount(backend.attributes)
  await expect.element(heading('Übersicht')).toBeVisible()
  expect(await backend.requests('GET /api/webshopuser/getcurrentwebshopuser')).toHaveLength(1)
})

test.each(['config.prod.json', 'text.at.json'])('a missing %s is named, and trying again helps', async (file) => {
  const backend = await mockBackend()
  const path = `/assets/${file}`
  const body = await (await fetch(backend.attributes['config-url']!.replace(/\/assets\/.*/, path))).text()
  await backend.respond({ [`GET ${path}`]: failure(404) })
  mount(backend.attributes)
  const alert = page.getByRole('alert')
  await expect.element(alert).toMatchTextContent('Das Kundencenter konnte nicht geladen werden.')
  await expect.element(alert).toMatchTextContent(`Could not load file`)
  await expect.element(alert).toMatchTextContent(file)
  await backend.respond({ [`GET ${path}`]: { body } })
  await page.getByRole('button', { name: 'Erneut versuchen' }).click()
  await expect.element(heading('Anmeldung')).toBeVisible()
  await expect.element(alert).not.toBeInTheDocument()
})

test.each(['config.prod.json', 'text.at.json'])('a %s that never comes is named after a while, too', async (file) => {
  // The other files come within it on a busy machine, too.
  fileTimeouts.file = 4000
  onTestFinished(() => void (fileTimeouts.file = 30_000))
  const backend = await mockBackend()
  await backend.respond({ [`GET /assets/${file}`]: { hang: true } })
  mount(backend.attributes)
  await expect.element(page.getByRole('alert')).toMatchTextContent(file)
  await expect.element(page.getByRole('button', { name: 'Erneut versuchen' })).toBeVisible()
})

test.each(['{}', 'null', '[]', '', '{"login.heading":null}'])('custom texts %j count as none', async (body) => {
  const backend = await mockBackend()
  await backend.respond({ 'GET /assets/text.at.custom.json': { body } })
  mount(backend.attributes)
  await expect.element(heading('Anmeldung')).toBeVisible()
})

test('custom texts that never come are skipped after a while', async () => {
  // The other files come within it on a busy machine, too.
  fileTimeouts.file = 4000
  onTestFinished(() => void (fileTimeouts.file = 30_000))
  const backend = await mockBackend()
  await backend.respond({ 'GET /assets/text.at.custom.json': { hang: true } })
  mount(backend.attributes)
  await expect.element(heading('Anmeldung')).toBeVisible()
})

test.each(['text.de.json', 'text.ch.json'])('a missing %s is reported, and the screen stays', async (file) => {
  const backend = await mockBackend()
  await backend.respond({ [`GET /assets/${file}`]: failure(404) })
  const reported: string[] = []
  const listen = (event: ErrorEvent) => {
    reported.push(event.message)
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  addEventListener('error', listen, { capture: true })
  onTestFinished(() => removeEventListener('error', listen, { capture: true }))
  mount(backend.attributes)
  await expect.poll(() => reported).toEqual([expect.stringMatching(`Could not load file .*/${file}`)])
  await expect.element(heading('Anmeldung')).toBeVisible()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})

test('custom texts win, and showTextIDs puts the ids before the texts', async () => {
  const { backend } = await mountLoggedIn('admin', { showTextIDs: true })
  await backend.respond({ 'GET /assets/text.at.custom.json': { body: '{"menu.overview":"Start"}' } })
  mount({ ...backend.attributes, 'session-token': 'x' })
  await expect.element(heading('menu.overview Start').first()).toBeVisible()
})
