import { getCustomer, saveCustomer } from '@customer-center/contract/customer'
import { idempotencyHeader } from '@customer-center/contract/endpoint'
import { requestTimeoutMs } from '@customer-center/contract/limits'
import { startFunction } from '@customer-center/contract/server-function'
import { getToken, versionHeaders } from '@customer-center/contract/session'
import { getCurrentShopUser } from '@customer-center/contract/shop-user'
import type { AnsweredCall } from '../client/wire-format.ts'
import type { BackendCheck, NamedCall } from './backend-check.ts'
import { shortValue } from './finding.ts'
import { loginForm, unknownId, wrongLogin } from './log-in.ts'

const allowOrigin = 'access-control-allow-origin'
const needed = ['Authorization', 'Content-Type', ...versionHeaders]
/** A page of which no backend knows. */
const stranger = `https://${unknownId}.invalid`
/** The question before a call, which is not made. */
const questionOf = ({ path }: AnsweredCall) => ({ method: 'OPTIONS', path })

/** Makes a request whose body nobody reads. */
async function headOf(url: string, request: RequestInit): Promise<Response> {
  const answer = await fetch(url, { ...request, signal: AbortSignal.timeout(requestTimeoutMs) })
  await answer.body?.cancel()
  return answer
}

/** Asks as a browser does for a page of another origin: before a save, in a read, and in a refusal. */
export async function checkCors(check: BackendCheck, origin: string): Promise<void> {
  if (new URL(check.api).origin === origin) return
  try {
    await judgeCors(check, origin)
  } catch {
    check.fault(questionOf(saveCustomer), 'no-answer', 'connection', 'no answer to a call of another origin')
  }
}

async function judgeCors(check: BackendCheck, origin: string) {
  await judgePreflight(check, origin, saveCustomer, needed)
  if (check.config.idempotencyKeys) await judgePreflight(check, origin, startFunction, [...needed, idempotencyHeader])
  const versions = Object.fromEntries(versionHeaders.map((name) => [name, check.config.apiVersion]))
  const ask = (call: AnsweredCall, from: string, authorization: string | null, body?: object) =>
    headOf(`${check.api}${call.path}`, {
      method: call.method,
      headers: { origin: from, ...versions, ...(authorization !== null && { authorization }) },
      ...(body && { body: new URLSearchParams({ ...body }) })
    })
  const { headers } = await ask(getCustomer, stranger, check.token ?? '')
  const read = await ask(getCustomer, origin, check.token ?? '')
  judgeAnswer(check, getCustomer, origin, read)
  judgeOrigins(check, headers.get(allowOrigin), read)
  judgeAnswer(check, getCurrentShopUser, origin, await ask(getCurrentShopUser, origin, unknownId))
  const wrong = loginForm(check, wrongLogin())
  judgeAnswer(check, getToken, origin, await ask(getToken, origin, null, wrong))
}

/** Compares the answers to two pages: where they differ, no cache may give one to the other page. */
function judgeOrigins(check: BackendCheck, others: string | null, { headers }: Response) {
  const own = headers.get(allowOrigin)
  if (others === stranger) check.fault(getCustomer, 'cors-any', 'Access-Control-Allow-Origin', `${stranger} as well`)
  const isStored = !/no-store/i.test(headers.get('cache-control') ?? '')
  const varies = /origin|\*/i.test(headers.get('vary') ?? '')
  if (own !== others && isStored && !varies)
    check.fault(getCustomer, 'no-vary', 'Vary', shortValue(headers.get('vary')))
}

async function judgePreflight(check: BackendCheck, origin: string, call: AnsweredCall, asked: readonly string[]) {
  const question = questionOf(call)
  const answer = await headOf(`${check.api}${call.path}`, {
    method: question.method,
    // A browser follows none of a preflight.
    redirect: 'manual',
    headers: {
      origin,
      'access-control-request-method': call.method,
      'access-control-request-headers': asked.join(', ')
    }
  })
  check.note(question)
  if (!answer.ok) check.fault(question, 'cors-preflight', 'HTTP status', `${answer.status} for OPTIONS`)
  const listed = (name: string) => (answer.headers.get(name) ?? '').split(',').map((one) => one.trim().toLowerCase())
  const headers = listed('access-control-allow-headers')
  // Of a call with credentials, an asterisk is the name of a header.
  for (const name of asked.filter((one) => !headers.includes(one.toLowerCase())))
    check.fault(question, 'cors-header', `Access-Control-Allow-Headers: ${name}`, 'not among them')
  // A browser makes a POST without asking.
  if (call.method !== 'POST' && !listed('access-control-allow-methods').includes(call.method.toLowerCase()))
    check.fault(question, 'cors-method', 'Access-Control-Allow-Methods', `no ${call.method}`)
  judgeAnswer(check, question, origin, answer)
}

function judgeAnswer(check: BackendCheck, call: NamedCall, origin: string, { headers, status }: Response) {
  const allowed = headers.get(allowOrigin)
  const seen = (value: string | null) => `${shortValue(value)} in an answer with ${status}`
  if (allowed !== origin) check.fault(call, 'cors-origin', 'Access-Control-Allow-Origin', seen(allowed))
  const credentials = headers.get('access-control-allow-credentials')
  if (credentials !== 'true')
    check.fault(call, 'cors-credentials', 'Access-Control-Allow-Credentials', seen(credentials))
}
