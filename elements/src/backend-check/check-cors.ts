import { getCustomer, saveCustomer } from '@customer-center/contract/customer'
import { versionHeaders } from '@customer-center/contract/session'
import type { BackendCheck } from './backend-check.ts'
import { shortValue } from './finding.ts'

const needed = ['Authorization', 'Content-Type', ...versionHeaders]

/** Asks as a browser does for a page of another origin, before a save and in a read. */
export async function checkCors(check: BackendCheck, origin: string): Promise<void> {
  if (new URL(check.api).origin === origin) return
  const url = `${check.api}${saveCustomer.path}`
  const preflight = await fetch(url, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': saveCustomer.method,
      'access-control-request-headers': needed.join(', ')
    }
  })
  check.note(saveCustomer)
  if (!preflight.ok) check.fault(saveCustomer, 'cors-preflight', 'HTTP status', `${preflight.status} for OPTIONS`)
  const listed = (name: string) => (preflight.headers.get(name) ?? '').split(',').map((one) => one.trim().toLowerCase())
  const headers = listed('access-control-allow-headers')
  // Of a call with credentials, an asterisk is the name of a header.
  for (const name of needed.filter((one) => !headers.includes(one.toLowerCase())))
    check.fault(saveCustomer, 'cors-header', `Access-Control-Allow-Headers: ${name}`, 'not among them')
  if (!listed('access-control-allow-methods').includes(saveCustomer.method.toLowerCase()))
    check.fault(saveCustomer, 'cors-method', 'Access-Control-Allow-Methods', `no ${saveCustomer.method}`)
  const answer = await fetch(`${check.api}${getCustomer.path}`, {
    headers: {
      origin,
      authorization: check.token ?? '',
      ...Object.fromEntries(versionHeaders.map((name) => [name, check.config.apiVersion]))
    }
  })
  for (const [call, { headers: given }] of [
    [saveCustomer, preflight],
    [getCustomer, answer]
  ] as const) {
    const allowed = given.get('access-control-allow-origin')
    if (allowed !== origin) check.fault(call, 'cors-origin', 'Access-Control-Allow-Origin', shortValue(allowed))
    if (given.get('access-control-allow-credentials') !== 'true')
      check.fault(call, 'cors-credentials', 'Access-Control-Allow-Credentials', 'nothing')
  }
}
