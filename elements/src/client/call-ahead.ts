import { personHeader } from '@customer-center/contract/session'
import type { CallEndpoint } from './call.ts'
import { CallError } from './call-error.ts'
import { request } from './request.ts'
import type { SessionSnapshot } from './session-state.ts'
import type { Session } from './session.ts'

interface AheadCall {
  readonly call: CallEndpoint
  readonly session: Session
  readonly signal: AbortSignal
  /** The token with which the session has asked for the profile. */
  readonly token: string | null
  /** Tells whether enough is known of the person who is logged in. */
  readonly isKnown: (snapshot: SessionSnapshot) => boolean
  /** Tells whether the person may see the answer. */
  readonly mayOpen: () => boolean
}

/**
 * Makes calls beside the question who is logged in, and without waiting for a login. The answer counts once the person
 * is known, if it is theirs; otherwise the call is made again.
 */
export function callAhead({ call, session, signal, token, isKnown, mayOpen }: AheadCall): CallEndpoint {
  return async (endpoint, options = {}) => {
    if (isKnown(session.snapshot())) return call(endpoint, options)
    let person: string | null = null
    const onHeaders = (headers: Headers) => void (person = headers.get(personHeader))
    const context = { ...session.requestContext, token, person: null }
    const answer = request(context, endpoint, { ...options, signal: options.signal ?? signal, onHeaders })
    answer.catch(() => undefined)
    await session.until(isKnown)
    if (!mayOpen()) throw new CallError('refused', { status: 403 })
    // Another person may have logged in in another tab meanwhile.
    const isTheirs = () => token === session.login.token && (token !== null || person === session.login.person)
    const again = () => call(endpoint, options)
    return answer.then((data) => (isTheirs() ? data : again()), again)
  }
}
