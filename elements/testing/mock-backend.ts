import { inject, onTestFinished } from 'vitest'
import { BusinessError, failureEnvelope, successEnvelope } from '@customer-center/contract/envelope'
import { Right, type RightName } from '@customer-center/contract/rights'
import { loginMark } from '../src/client/login-memory.ts'
import '../src/tags/customer-center.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    backend: string
  }
}

export interface MockResponse {
  status?: number
  /** Empty as under HTTP/2; by default the standard phrase. */
  statusText?: string
  headers?: Record<string, string>
  body?: string
  /** Never responds. */
  hang?: boolean
  /** The read that from now on has the values of this write, and nothing else: a backend that replaces rows. */
  replaces?: string
  /** Sends the body in ten chunks with this delay between them. */
  chunkDelayMs?: number
}

/** By call, as in `GET /customer`, which may name parameters of its query, as in `GET /address?kind=3`. */
export type MockResponses = Readonly<Record<string, MockResponse | MockResponse[]>>

export interface ReceivedRequest {
  /** Method and path, as in `GET /customer`. */
  call: string
  query: Record<string, string>
  headers: Record<string, string>
  body: string
}

export interface MockBackend {
  /** Base URL of the backend's API. */
  readonly api: string
  /** Attributes of an element that uses this backend. */
  readonly attributes: Record<string, string>
  /**
   * Adds responses by call; of several for one call each is sent once, the last one from then on. Headers of `OPTIONS` are
   * those of all preflights.
   */
  respond: (responses: MockResponses) => Promise<void>
  /** All requests so far, or those of one call. */
  requests: (call?: string) => Promise<ReceivedRequest[]>
  /** The `data` that was sent with the requests of one call. */
  sentData: (call: string) => Promise<Record<string, unknown>[]>
}

export const success = (data: unknown): MockResponse => ({ body: JSON.stringify(successEnvelope(data)) })

export const failure = (status: number, ...errors: string[]): MockResponse => ({
  status,
  body: JSON.stringify(failureEnvelope(status, status, errors))
})

/** A refusal for the moment, which says when the server will answer. */
export const busy = (retryAfter: string, answer = failure(503, 'Überlastet.'), exposed = 'Retry-After') => ({
  ...answer,
  headers: { 'Retry-After': retryAfter, 'Access-Control-Expose-Headers': exposed }
})

/** A business error, which is sent with HTTP status 200. */
export const refusal = (code: number, errors: string[], responseData: unknown = null): MockResponse => ({
  body: JSON.stringify({ ...failureEnvelope(200, code, errors), responseData })
})

export const staleData = refusal(BusinessError.staleData, ['Die Daten wurden inzwischen geändert.'])

export const user = (right: RightName = 'admin', email = 'anna@example.at'): MockResponse =>
  success({ WSU_EMAIL: email, WSU_RECHTE: Right[right], WSU_TEILNEHMERWECHSEL: true })

/** Notes a login in this browser: a reload finds the server's cookie. */
export function noteLogin({ api }: MockBackend): void {
  localStorage.setItem(loginMark + api, '1')
}

export const token = (name: string): MockResponse =>
  success({ access_token: name, refresh_token: `${name}-refresh`, expires_in: 1800 })

const ownBackend = { name: 'customer-center', release: 'test' }

/** The configuration of a backend of another make, which may write rows otherwise. */
export const foreign = { backend: null }

/**
 * Starts a backend for one test, which responds to little more than the start of an element without a session. It
 * answers as the contract says, unless its configuration has `fieldCodes` or `backend: null`. It has events of its own,
 * as ours does: in front of others an idle overview reads the lists.
 */
export async function mockBackend(config: Record<string, unknown> = {}): Promise<MockBackend> {
  const base = `${inject('backend')}/${crypto.randomUUID()}`
  const backend = config['fieldCodes'] ? null : ownBackend
  const { features = [], ...others } = { backend, ...config } as { backend: unknown; features?: readonly string[] }
  const respond: MockBackend['respond'] = async (responses) => {
    const lists = Object.entries(responses).map(([call, one]) => [call, Array.isArray(one) ? one : [one]])
    await fetch(`${base}/`, { method: 'PUT', body: JSON.stringify(Object.fromEntries(lists)) })
  }
  const requests: MockBackend['requests'] = async (call) => {
    const all = (await (await fetch(`${base}/`)).json()) as ReceivedRequest[]
    return call ? all.filter((one) => one.call === call) : all
  }
  await respond({
    'GET /assets/config.prod.json': {
      body: JSON.stringify({
        apiUrl: `${base}/api`,
        apiVersion: '1.0',
        ...others,
        features: others.backend ? [...features, 'overview-events'] : features
      })
    },
    'GET /api/getApiVersion': success({ api_version: '1.0' }),
    'GET /api/webshopuser/getcurrentwebshopuser': failure(401, 'Nicht angemeldet.'),
    'POST /api/revokeToken': success(null),
    'GET /api/overview/events': success([]),
    'GET /api/eventmanager/documentsbysubscriber': success([]),
    'GET /api/eventmanager/invoicebysubscriber': success([])
  })
  return {
    api: `${base}/api`,
    attributes: { 'config-url': `${base}/assets/config.prod.json`, 'texts-url': `${base}/assets` },
    respond,
    requests,
    sentData: async (call) =>
      (await requests(call)).map(({ body }) => (JSON.parse(body) as { data: Record<string, unknown> }).data)
  }
}

/** The last step back, which the browser makes some time after it is called. */
let stepBack: Promise<unknown> | undefined
const back = history.back.bind(history)
history.back = () => {
  stepBack = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }))
  back()
}

export type MountedCenter = HTMLElementTagNameMap['customer-center']

/** Adds a `<customer-center>` to the page and removes it after the test; the next one does not begin on a step back. */
export function mount(attributes: Record<string, string>): MountedCenter {
  const element = document.createElement('customer-center')
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  document.body.append(element)
  onTestFinished(async () => {
    element.remove()
    await stepBack
  })
  return element
}

/** Mounts an element with a session of the given right. Responses that its first calls need have to be given here. */
export async function mountLoggedIn(
  right: RightName = 'admin',
  config: Record<string, unknown> = {},
  responses: MockResponses = {}
) {
  const backend = await mockBackend(config)
  await backend.respond({ 'GET /api/webshopuser/getcurrentwebshopuser': user(right), ...responses })
  const attributes = { ...backend.attributes, 'session-token': 'host-token' }
  const element = mount(attributes)
  /** Places the element as a reload of the page does. */
  const reload = () => {
    document.querySelector('customer-center')?.remove()
    return mount(attributes)
  }
  return { backend, element, reload }
}

/** Records the details of the `data-saved` events that the host gets from now on. */
export function recordSaves(element: HTMLElement): unknown[] {
  const saves: unknown[] = []
  element.addEventListener('data-saved', (event) => saves.push((event as CustomEvent<unknown>).detail))
  return saves
}
