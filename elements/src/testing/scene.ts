import { fail, succeed } from '@customer-center/contract/envelope'
import { Right, type RightName } from '@customer-center/contract/rights'
import { inject, onTestFinished } from 'vitest'
import '../tags/customer-center.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    backend: string
  }
}

/** What the backend says to a call. */
export interface Answer {
  status?: number
  headers?: Record<string, string>
  body?: string
  /** Never says anything. */
  hang?: boolean
  /** ms between the pieces of an answer that comes slowly. */
  drip?: number
}

/** What the backend was asked. */
export interface Received {
  /** Method and path, as in `GET /customer`. */
  call: string
  query: Record<string, string>
  headers: Record<string, string>
  body: string
}

export interface Scene {
  /** Base URL of the backend's API. */
  readonly api: string
  /** Attributes of an element that speaks to this backend. */
  readonly attributes: Record<string, string>
  /** Lays out further answers. */
  say: (answers: Record<string, Answer | Answer[]>) => Promise<void>
  /** All calls so far, or those of one kind. */
  heard: (call?: string) => Promise<Received[]>
}

export const good = (data: unknown): Answer => ({ body: JSON.stringify(succeed(data)) })

export const bad = (status: number, ...errors: string[]): Answer => ({
  status,
  body: JSON.stringify(fail(status, status, errors))
})

/** A refusal of the business, which travels under HTTP 200, with what it is about. */
export const refusal = (code: number, sentence: string, responseData: unknown = null): Answer => ({
  body: JSON.stringify({ ...fail(200, code, [sentence]), responseData })
})

export const user = (right: RightName = 'admin', email = 'anna@example.at'): Answer =>
  good({ WSU_EMAIL: email, WSU_RECHTE: Right[right], WSU_TEILNEHMERWECHSEL: true })

export const token = (name: string): Answer =>
  good({ access_token: name, refresh_token: `${name}-refresh`, expires_in: 1800 })

/** A backend with nothing behind it but a login, on a path of its own. */
export async function scene(config: Record<string, unknown> = {}): Promise<Scene> {
  const base = `${inject('backend')}/${crypto.randomUUID()}`
  const say: Scene['say'] = async (answers) => {
    const lists = Object.entries(answers).map(([call, said]) => [call, Array.isArray(said) ? said : [said]])
    await fetch(`${base}/`, { method: 'PUT', body: JSON.stringify(Object.fromEntries(lists)) })
  }
  await say({
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
    say,
    async heard(call) {
      const all = (await (await fetch(`${base}/`)).json()) as Received[]
      return call ? all.filter((one) => one.call === call) : all
    }
  }
}

export type CenterElement = HTMLElement & { sessionToken: string | null; language: string | null }

/** Puts an element on the page and takes it away after the test. */
export function place(attributes: Record<string, string>): CenterElement {
  const element = document.createElement('customer-center') as CenterElement
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  document.body.append(element)
  onTestFinished(() => element.remove())
  return element
}

/** An element with a session of the given right. */
export async function loggedIn(right: RightName = 'admin', config: Record<string, unknown> = {}) {
  const backend = await scene(config)
  await backend.say({ 'GET /api/webshopuser/getcurrentwebshopuser': user(right) })
  return { backend, element: place({ ...backend.attributes, 'session-token': 'host-token' }) }
}
