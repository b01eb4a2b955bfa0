import { expect, onTestFinished, test } from 'vitest'
import * as reactDom from './react-dom.ts'
import { boot } from '../first-paint/boot.ts'
import { fetchConfig, fetchTexts, prefetch, textsFolder } from '../first-paint/boot-requests.ts'
import { failure, type MockBackend, mockBackend, success, user } from '../testing/mock-backend.ts'
import { mountApp, paintScreen } from './app.tsx'

const whoAmI = 'GET /api/webshopuser/getcurrentwebshopuser'

const invoice = (no: number, more: object = {}) => ({
  companyNo: 1,
  controlNo: no,
  no,
  date: `${2000 + no}-03-01`,
  amount: '10.00',
  currency: 'EUR',
  isPaid: no > 5,
  dueDate: `${2000 + no}-04-01`,
  iban: 'AT611904300234573201',
  documentHash: 'a',
  fileName: 'Rechnung.pdf',
  ...more
})
const script = { caption: 'Teil 1', documentHash: 'b', dpoId: 1, dpdId: 2, fileName: 'a.pdf', fileSize: 1234 }
const event = (no: number) => ({ eventId: no, no, caption: `Event ${no}`, dateFrom: '2026-01-02', scripts: [script] })

const lists = {
  invoices: ['eventmanager/invoicebysubscriber', Array.from({ length: 30 }, (_, no) => invoice(no))],
  scripts: ['eventmanager/documentsbysubscriber', Array.from({ length: 3 }, (_, no) => event(no))],
  orders: ['eventmanager/ordersbysubscriber', [{ no: 7, date: '2026-01-02', events: [event(1)] }]]
} as const

/** Boots an element of a link, as the loader does, and returns what draws it. */
async function linked(backend: MockBackend, hash: string) {
  history.replaceState(null, '', hash)
  const element = document.createElement('div')
  const root = element.attachShadow({ mode: 'open' })
  document.body.append(element)
  const controller = new AbortController()
  const { signal } = controller
  onTestFinished(() => {
    controller.abort()
    element.remove()
  })
  const sessionToken = 'host-token'
  const settings = { sessionToken, language: null, routing: null, routePrefix: null, hideLogout: false }
  const config = fetchConfig(backend.attributes['config-url'] ?? null, null, signal)
  const texts = fetchTexts(textsFolder(backend.attributes['texts-url'] ?? null, config.url), 'at', signal)
  const requests = { config, texts, profile: null, token: null }
  const state = await boot({ ...settings, texts: null, fetchToken: null }, requests, signal, root)
  const host = { element, emit: () => undefined, restart: () => undefined }
  return {
    root,
    paint: async (path?: string) =>
      paintScreen(path ? await prefetch(config, sessionToken, signal, path) : null, host, root, state, signal),
    mount: () => mountApp(host, root, state, signal, reactDom),
    // Ids and the order of attributes may differ.
    view: () =>
      [...root.querySelectorAll('.kc-content *')].map((one) => {
        const text = one.childElementCount > 0 ? '' : one.textContent
        return [one.localName, ...['class', 'part', 'aria-label'].map((name) => one.getAttribute(name)), text].join()
      })
  }
}

test.each(Object.entries(lists))(
  '%s are drawn as React draws them in their place, from one call',
  async (route, [path, rows]) => {
    const backend = await mockBackend({ features: ['csv', 'zip', 'invoice-mail'] })
    await backend.respond({ [whoAmI]: user(), [`GET /api/${path}`]: success(rows) })
    const { root, paint, mount, view } = await linked(backend, `#/${route}`)
    await paint(path)
    const drawn = view()
    expect(root.firstElementChild).toHaveProperty('inert', true)
    expect(root.querySelectorAll('.kc-main :is(tr, li, details, section)').length).toBeGreaterThan(0)
    mount()
    expect(root.children).toHaveLength(1)
    expect(root.firstElementChild).toHaveProperty('inert', false)
    expect(view()).toEqual(drawn)
    expect(await backend.requests(`GET /api/${path}`)).toHaveLength(1)
  }
)

test.each([
  ['may not open it', user('none'), success([])],
  ['is nobody', failure(401), failure(401)],
  ['gets no list', user(), failure(500)]
])('nothing of a list is drawn for somebody who %s', async (_who, profile, list) => {
  const backend = await mockBackend()
  await backend.respond({ [whoAmI]: profile, 'GET /api/eventmanager/invoicebysubscriber': list })
  const { root, paint } = await linked(backend, '#/invoices')
  await paint('eventmanager/invoicebysubscriber')
  expect(root.querySelector('table')).toBeNull()
})
