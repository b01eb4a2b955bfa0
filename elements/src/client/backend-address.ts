import { absoluteUrl } from '../lib/absolute-url.ts'
import { CallError } from './call-error.ts'
import type { Session } from './session.ts'

/**
 * Returns an address from the backend in full: a relative one counts from the API.
 * @throws CallError for an address that is none of the web, such as `javascript:`
 */
export function backendAddress({ requestContext }: Pick<Session, 'requestContext'>, url: unknown): string {
  const base = new URL(`${requestContext.api}/`, document.baseURI)
  const address = typeof url === 'string' ? absoluteUrl(url, base) : null
  if (!address || !/^https?:/.test(address)) throw new CallError('unreadable')
  return address
}
