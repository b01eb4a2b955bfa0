import { absoluteUrl } from '../lib/absolute-url.ts'
import { CallError } from './call-error.ts'
import type { Session } from './session.ts'

/**
 * Returns an address from the backend in full: a relative one counts from the API. Null unless it is http(s): a click on
 * another address could run code.
 */
export function webAddressOf({ requestContext }: Pick<Session, 'requestContext'>, url: unknown): string | null {
  const given = typeof url === 'string' ? url.trim() : ''
  const address = given && absoluteUrl(given, new URL(`${requestContext.api}/`, globalThis.document?.baseURI))
  return address && /^https?:/.test(address) ? address : null
}

/** @throws CallError for an address that is none of the web, such as `javascript:` */
export function backendAddress(session: Pick<Session, 'requestContext'>, url: unknown): string {
  const address = webAddressOf(session, url)
  if (!address) throw new CallError('unreadable')
  return address
}
