import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { type RightName, rightNames } from '@customer-center/contract/rights'
import { holdFirstResponse } from '../../../testing/hold-responses.ts'
import { failure, success, mount, mockBackend, user } from '../../../testing/mock-backend.ts'
import { requestTimeouts } from '../../client/request.ts'
import { maxDrawDelay } from './boot.ts'

const usual = maxDrawDelay.ms
const whoAmI = 'GET /api/webshopuser/getcurrentwebshopuser'
const heading = (name: string) => page.getByRole('heading', { name, level: 1 })

/** Mounts an element of a person who is logged in, which has been prerendered while React has not started. */
async function prerendered(right: RightName = 'admin', config: Record<string, unknown> = {}) {
  const errors = vi.spyOn(console, 'error')
  // On a busy machine the profile may take longer than React is delayed for it.
  maxDrawDelay.ms = 10_000
  onTestFinished(() => void (maxDrawDelay.ms = usual))
  const backend = await mockBackend(config)
  await backend.respond({ [whoAmI]: user(right) })
  const element = mount({ ...backend.attributes, 'session-token': 'host-token' })
  const started = new Promise<void>((resolve) =>
    element.addEventListener('session-start', () => resolve(), { once: true })
  )
  let react = false
  void started.then(() => (react = true))
  const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' })
  await new Promise<void>((resolve) => {
    const observer = new MutationObserver(() => {
      if (!root.querySelector('h1')) return
      observer.disconnect()
      resolve()
    })
    observer.observe(root, { childList: true, subtree: true })
  })
  expect(react).toBe(false)
  return { backend, element, root, started, errors }
}

const images = { mydata: { small: 'm.svg', big: 'M.svg' }, scripts: { big: 'S.svg' } }

test.each([
  ...rightNames.map((right) => [right, '', {}] as const),
  ['admin', 'mydata', {}],
  ['contact', 'mydata', { languageInPath: true, showTextIDs: true }],
  ['shoplight', 'confirmations', { images }],
  ['admin', '', { images, allowedRoutes: ['scripts', 'mydata', 'mydata/contacts'] }],
  ['contact', 'invoices', {}],
  ['contact', 'nowhere', {}]
] as const)('React hydrates the prerendered view for %s at /%s unchanged', async (right, path, config) => {
  history.replaceState(null, '', `#/${path}`)
  const { root, started, errors } = await prerendered(right, config)
  // React adds nodes that show nothing yet, such as the region of messages, but only behind the view, and the button of
  // the search, which takes no place in it.
  const search = /<div class="kc-search-access">.*?<\/div>/g
  const view = () => root.querySelector('.kc-content')?.outerHTML.replaceAll(search, '')
  const [box, h1, html] = [root.firstElementChild, root.querySelector('h1'), view()]
  expect(html).toContain('anna@example.at')
  await started
  expect(view()).toBe(html)
  expect([root.firstElementChild, root.querySelector('h1')]).toEqual([box, h1])
  expect(root.firstElementChild).toBe(box)
  expect(root.querySelector('h1')).toBe(h1)
  expect(errors).not.toHaveBeenCalled()
})

test('the provider’s pages are named before React, so that nothing below the element moves later', async () => {
  const links = { imprint: 'https://shop.example/impressum', help: 'https://shop.example/hilfe' }
  const { root, started, element, errors } = await prerendered('admin', { links })
  const foot = root.querySelector('[part=links]')
  expect([...(foot?.querySelectorAll('a') ?? [])].map(({ textContent }) => textContent)).toEqual(['Impressum', 'Hilfe'])
  const { height } = element.getBoundingClientRect()
  await started
  expect([...root.querySelectorAll('[part=links]')]).toEqual([foot])
  expect(element.getBoundingClientRect().height).toBe(height)
  expect(errors).not.toHaveBeenCalled()
})

test.each([
  ['as the loader asks it', {}, 'WSU_EMAIL,WSU_RECHTE,WSU_TEILNEHMERWECHSEL', 'WSU_EMAIL'],
  ['for another version', { apiVersion: '7.1' }, 'WSU_EMAIL,WSU_RECHTE,WSU_TEILNEHMERWECHSEL', 'WSU_EMAIL'],
  [
    'where the configuration names no version',
    { apiVersion: null },
    'WSU_EMAIL,WSU_RECHTE,WSU_TEILNEHMERWECHSEL',
    'WSU_EMAIL'
  ],
  [
    'under the codes of another backend',
    { fieldCodes: { 'webshop-user.emailAddress': 'X_MAIL' } },
    'X_MAIL,WSU_RECHTE,WSU_TEILNEHMERWECHSEL',
    'X_MAIL'
  ]
] as const)('the profile is requested once: %s', async (_how, config: Record<string, unknown>, codes, mail) => {
  const backend = await mockBackend(config)
  await backend.respond({
    [whoAmI]: success({ [mail]: 'anna@example.at', WSU_RECHTE: 1, WSU_TEILNEHMERWECHSEL: true })
  })
  mount({ ...backend.attributes, 'session-token': 'host-token' })
  await expect.element(page.getByText('Angemeldet als anna@example.at')).toBeVisible()
  await expect.element(heading('Übersicht')).toBeVisible()
  const calls = await backend.requests(whoAmI)
  expect(calls.map(({ query }) => query)).toEqual([{ RES_FIELDS: codes }])
  const { headers } = calls[0]!
  expect(headers['authorization']).toBe('host-token')
  for (const name of ['content-version', 'content_version']) expect(headers[name]).toBe(config['apiVersion'] ?? '1.0')
})

test('a prefetched profile that never comes times out like every call, and can be requested again', async () => {
  const before = requestTimeouts.request
  // The other calls answer within it on a busy machine, too.
  requestTimeouts.request = 4000
  onTestFinished(() => void (requestTimeouts.request = before))
  const backend = await mockBackend()
  await backend.respond({ [whoAmI]: [{ hang: true }, user()] })
  mount({ ...backend.attributes, 'session-token': 'host-token' })
  await expect.element(page.getByRole('button', { name: 'Erneut versuchen' })).toBeVisible()
  requestTimeouts.request = before
  await page.getByRole('button', { name: 'Erneut versuchen' }).click()
  await expect.element(heading('Übersicht')).toBeVisible()
  expect(await backend.requests(whoAmI)).toHaveLength(2)
})

test('a button that is pressed before React is loaded is not lost', async () => {
  const { root, started } = await prerendered()
  const toggle = root.querySelector('button[aria-expanded]')
  if (!(toggle instanceof HTMLElement)) throw new Error('There is no button of the menu.')
  toggle.click()
  await started
  await expect.poll(() => toggle.getAttribute('aria-expanded')).toBe('true')
  toggle.click()
  await expect.poll(() => toggle.getAttribute('aria-expanded')).toBe('false')
})

test('whoever logs out before React is loaded is logged out', async () => {
  const { root } = await prerendered()
  const logOut = [...root.querySelectorAll('button')].find(({ textContent }) => textContent === 'Abmelden')
  logOut?.click()
  await expect.element(heading('Anmeldung')).toBeVisible()
})

test('a page that logs out before React is loaded takes the menu away at once, and the session ends', async () => {
  const { backend, element, root } = await prerendered()
  const ended = element.logout()
  await expect.poll(() => root.querySelector('.kc-content')).toBeNull()
  await ended
  await expect.element(heading('Anmeldung')).toBeVisible()
  await expect
    .poll(async () => (await backend.requests('POST /api/revokeToken')).map(({ headers }) => headers['authorization']))
    .toEqual(['host-token'])
})

test('a link that is followed before React is loaded leads to its screen, and nothing else is shown', async () => {
  const { backend, root } = await prerendered()
  await backend.respond({ 'GET /api/eventmanager/documentsbysubscriber': success([]) })
  root.querySelector<HTMLElement>('[part=tile][data-path="scripts"]')?.click()
  await expect.element(heading('Skripte')).toBeVisible()
  expect(root.querySelectorAll('h1')).toHaveLength(1)
  expect(root.children).toHaveLength(1)
})

test('an entry that a link adds before React is loaded comes after the one before it, and keeps the state of the page', async () => {
  const ofEntry = (index: number): unknown => expect.objectContaining({ page: 'shop', customerCenterIndex: index })
  history.replaceState({ page: 'shop' }, '')
  const { backend, root } = await prerendered()
  await backend.respond({ 'GET /api/eventmanager/documentsbysubscriber': success([]) })
  root.querySelector<HTMLElement>('[part=tile][data-path="scripts"]')?.click()
  await expect.element(heading('Skripte')).toBeVisible()
  expect(history.state).toEqual(ofEntry(1))
  history.back()
  await expect.element(heading('Übersicht')).toBeVisible()
  expect(history.state).toEqual(ofEntry(0))
})

test('an element that is removed before React is loaded keeps nothing of the person', async () => {
  const { element, root, started } = await prerendered()
  const never = vi.fn<() => void>()
  void started.then(never)
  element.remove()
  await expect.poll(() => root.textContent).toBe('')
  expect(never).not.toHaveBeenCalled()
})

test.each([
  ['whose token is refused', failure(401, 'Nicht angemeldet.')],
  ['who cannot be identified', failure(500)],
  [
    'whom a backend refuses under 200, without a row',
    {
      status: 200,
      body: JSON.stringify({ responseData: {}, responseResult: { RESTReturnCode: 5, Errors: ['Nicht angemeldet.'] } })
    }
  ]
])('somebody %s is shown no menu at any time', async (_who, answer) => {
  const backend = await mockBackend()
  await backend.respond({ [whoAmI]: answer })
  const element = mount({ ...backend.attributes, 'session-token': 'host-token' })
  const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' })
  const seen = vi.fn<() => void>()
  const observer = new MutationObserver(() => root.querySelector('[part=menu]') && seen())
  observer.observe(root, { childList: true, subtree: true })
  onTestFinished(() => observer.disconnect())
  await expect.poll(() => root.textContent).toMatch(/Anmeldung|nicht geladen/)
  expect(seen).not.toHaveBeenCalled()
})

/** Mounts an element at the invoices, and tells whether it has ever shown a skeleton. */
async function linkedInvoices() {
  history.replaceState(null, '', '#/invoices')
  const backend = await mockBackend()
  const invoices = [{ companyNo: 1, controlNo: 1, no: '4711-1', date: '2026-10-14' }]
  await backend.respond({ [whoAmI]: user('admin'), 'GET /api/eventmanager/invoicebysubscriber': success(invoices) })
  const element = mount({ ...backend.attributes, 'session-token': 'host-token' })
  const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' })
  const seen = vi.fn<() => void>()
  const observer = new MutationObserver(() => root.querySelector('.kc-skeleton') && seen())
  observer.observe(root, { childList: true, subtree: true })
  onTestFinished(() => observer.disconnect())
  return seen
}

test('React begins with the rows of a linked list, without a skeleton before them', async () => {
  maxDrawDelay.ms = 10_000
  onTestFinished(() => void (maxDrawDelay.ms = usual))
  const skeletonSeen = await linkedInvoices()
  await expect.element(page.getByText('4711-1')).toBeVisible()
  expect(skeletonSeen).not.toHaveBeenCalled()
})

test('menu and skeleton of a linked list do not wait for its rows', async () => {
  const release = holdFirstResponse('/invoicebysubscriber')
  const skeletonSeen = await linkedInvoices()
  await expect.element(page.getByRole('link', { name: 'Rechnungen' })).toBeVisible()
  await expect.poll(() => skeletonSeen.mock.calls.length).toBeGreaterThan(0)
  release()
  await expect.element(page.getByText('4711-1')).toBeVisible()
})
