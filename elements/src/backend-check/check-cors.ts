import { getCustomer, saveCustomer } from '@customer-center/contract/customer'
import { requestTimeoutMs } from '@customer-center/contract/limits'
import { versionHeaders } from '@customer-center/contract/session'
import type { BackendCheck } from './backend-check.ts'
import { shortValue } from './finding.ts'

const needed = ['Authorization', 'Content-Type', ...versionHeaders]
/** The question before a save, which is not made. */
const question = { method: 'OPTIONS', path: saveCustomer.path }

/** Makes a request whose body nobody reads. */
async function headOf(url: string, request: RequestInit): Promise<Response> {
  const answer = await fetch(url, { ...request, signal: AbortSignal.timeout(requestTimeoutMs) })
  await answer.body?.cancel()
  return answer
}

/** Asks as a browser does for a page of another origin, before a save and in a read. */
export async function checkCors(check: BackendCheck, origin: string): Promise<void> {
  if (new URL(check.api).origin === origin) return
  try {
    await judgeCors(check, origin)
  } catch {
    check.fault(question, 'no-answer', 'connection', 'no answer to what a browser asks for another origin')
  }
}

async function judgeCors(check: BackendCheck, origin: string) {
  const url = `${check.api}${question.path}`
  const preflight = await headOf(url, {
    method: question.method,
    // A browser follows none of a preflight.
    redirect: 'manual',
    headers: {
      origin,
      'access-control-request-method': saveCustomer.method,
      'access-control-request-headers': needed.join(', ')
    }
  })
  check.note(question)
  if (!preflight.ok) check.fault(question, 'cors-preflight', 'HTTP status', `${preflight.status} for OPTIONS`)
  const listed = (name: string) => (preflight.headers.get(name) ?? '').split(',').map((one) => one.trim().toLowerCase())
  const headers = listed('access-control-allow-headers')
  // Of a call with credentials, an asterisk is the name of a header.
  for (const name of needed.filter((one) => !headers.includes(one.toLowerCase())))
    check.fault(question, 'cors-header', `Access-Control-Allow-Headers: ${name}`, 'not among them')
  if (!listed('access-control-allow-methods').includes(saveCustomer.method.toLowerCase()))
    check.fault(question, 'cors-method', 'Access-Control-Allow-Methods', `no ${saveCustomer.method}`)
  const answer = await headOf(`${check.api}${getCustomer.path}`, {
    headers: {
      origin,
      authorization: check.token ?? '',
      ...Object.fromEntries(versionHeaders.map((name) => [name, check.config.apiVersion]))
    }
  })
  for (const [call, { headers: given }] of [
    [question, preflight],
    [getCustomer, answer]
  ] as const) {
    const allowed = given.get('access-control-allow-origin')
    if (allowed !== origin) check.fault(call, 'cors-origin', 'Access-Control-Allow-Origin', shortValue(allowed))
    if (given.get('access-control-allow-credentials') !== 'true')
      check.fault(call, 'cors-credentials', 'Access-Control-Allow-Credentials', 'nothing')
  }
}
