import type { Envelope } from '@customer-center/contract/envelope'
import type { Token } from '@customer-center/contract/session'
import { faultsOfAnswer } from './contract-answers.ts'
import { type TestShopUser, testPassword } from './customer.ts'

export interface Answer<Data = unknown> {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly envelope: Envelope<Data>
}

/** Makes one call; the answer must be an envelope whose code equals the HTTP status, and as the contract describes it. */
export async function call<Data = unknown>(url: string, path: string, init: RequestInit = {}): Promise<Answer<Data>> {
  const response = await fetch(`${url}/api${path}`, init)
  const text = await response.text()
  const envelope = JSON.parse(text) as Envelope<Data>
  const { HTTPReturnCode } = envelope.responseResult
  if (HTTPReturnCode !== response.status)
    throw new Error(`${response.status} came with HTTPReturnCode ${HTTPReturnCode}`)
  const faults = faultsOfAnswer(init.method ?? 'GET', path, response.status, envelope)
  if (faults.length > 0) throw new Error(`docs/openapi.json does not describe this answer: ${faults.join('; ')}`)
  return { status: response.status, headers: response.headers, text, envelope }
}

export function getToken(url: string, form: Record<string, string>, headers: Record<string, string> = {}) {
  return call<Token>(url, '/getToken', { method: 'POST', body: new URLSearchParams(form), headers })
}

export function loginForm(user: TestShopUser, password = testPassword): Record<string, string> {
  return { customerNumber: user.customerNumber, userName: user.userName, password, getRefreshToken: 'true' }
}

/** Logs in and returns a fresh session. */
export async function logIn(url: string, user: TestShopUser): Promise<Token> {
  return (await getToken(url, loginForm(user))).envelope.responseData
}

/** Logs in and returns the headers of the session. */
export async function authorized(url: string, user: TestShopUser): Promise<Record<string, string>> {
  return { authorization: (await logIn(url, user)).access_token }
}
