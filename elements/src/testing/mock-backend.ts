import { fail, succeed } from '@customer-center/contract/envelope'
import { Right, type RightName } from '@customer-center/contract/rights'
import { inject, onTestFinished } from 'vitest'
import '../tags/customer-center.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    backend: string
  }
}

/** The backend's answer to a call. */
export interface Answer {
  status?: number
  headers?: Record<string, string>
  body?: string
  /** Never answers. */
  hang?: boolean
  /** Sends the body in pieces, with this many ms between them. */
  drip?: number
}

/** A request that the backend received. */
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
  /** Adds or replaces answers. Of a list each is given once, and the last one stays. */
  respond: (answers: Record<string, Answer | Answer[]>) => Promise<void>
  /** All requests so far, or those of one call. */
  requests: (call?: string) => Promise<ReceivedRequest[]>
}

export const good = (data: unknown): Answer => ({ body: JSON.stringify(succeed(data)) })

export const bad = (status: number, ...errors: string[]): Answer => ({
  status,
  body: JSON.stringify(fail(status, status, errors))
})

/** A business error, which is sent with HTTP 200. */
export const refusal = (code: number, sentence: string, responseData: unknown = null): Answer => ({
  body: JSON.stringify({ ...fail(200, code, [sentence]), responseData })
})

export const user = (right: RightName = 'admin', email = 'anna@example.at'): Answer =>
  good({ WSU_EMAIL: email, WSU_RECHTE: Right[right], WSU_TEILNEHMERWECHSEL: true })

export const token = (name: string): Answer =>
  good({ access_token: name, refresh_token: `${name}-refresh`, expires_in: 1800 })

/** A backend for one test, which at first has nobody logged in and no documents. */
export async function mockBackend(config: Record<string, unknown> = {}): Promise<MockBackend> {
  const base = `${inject('backend')}/${crypto.randomUUID()}`
  const respond: MockBackend['respond'] = async (answers) => {
    const lists = Object.entries(answers).map(([call, answer]) => [call, Array.isArray(answer) ? answer : [answer]])
    await fetch(`${base}/`, { method: 'PUT', body: JSON.stringify(Object.fromEntries(lists)) })
  }
  await respond({
    'GET /assets/config.prod.json': { body: JSON.stringify({ apiUrl: `${base}/api`, apiVersion: '1.0', ...config }) },
    'GET /api/getApiVersion': good({ api_version: '1.0' }),
    'GET /api/webshopuser/getcurrentwebshopuser': bad(401, 'Nicht angemeldet.'),
    'POST /api/revokeToken': good(null),
    'GET /api/eventmanager/documentsbysubscriber': good([]),
    'GET /api/eventmanager/invoicebysubscriber': good([])
  })
  return {
    api: `${base}/api`,
    attributes: { 'config-url': `${base}/assets/config.prod.json`, 'texts-url': `${base}/assets` },
    respond,
    async requests(call) {
      const all = (await (await fetch(`${base}/`)).json()) as ReceivedRequest[]
      return call ? all.filter((one) => one.call === call) : all
    }
  }
}

export type CenterElement = HTMLElement & { sessionToken: string | null; language: string | null }

/** Adds an element to the page and removes it after the test. */
export function mountElement(attributes: Record<string, string>): CenterElement {
  const element = document.createElement('customer-center') as CenterElement
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  document.body.append(element)
  onTestFinished(() => element.remove())
  return element
}

/** An element whose person has the given right. */
export async function loggedIn(right: RightName = 'admin', config: Record<string, unknown> = {}) {
  const backend = await mockBackend(config)
  await backend.respond({ 'GET /api/webshopuser/getcurrentwebshopuser': user(right) })
  return { backend, element: mountElement({ ...backend.attributes, 'session-token': 'host-token' }) }
}
