import { CallError } from './call-error.ts'
import type { CallEndpoint } from './call.ts'
import { retryAfterOf } from './repeat-read.ts'
import { type PrefetchedResponse, requestEndpoint } from './request.ts'
import type { SessionSnapshot } from './session-state.ts'
import type { Session } from './session.ts'
import type { BackendConfig } from './wire-format.ts'

interface AheadCall {
  readonly call: CallEndpoint
  readonly config: Pick<BackendConfig, 'format'>
  readonly session: Session
  readonly signal: AbortSignal
  /** The token with which the session has asked for the profile. */
  readonly token: string | null
  readonly takePrefetched?: TakePrefetched
  /** Tells whether enough is known of the person who is logged in. */
  readonly isKnown: (snapshot: SessionSnapshot) => boolean
  /** Tells whether the person may see the answer. */
  readonly mayShow: () => boolean
  /** The pause of an element that may be out of the page; a drawing ends there. */
  readonly pausing?: { readonly get: () => { readonly over: Promise<void> } | null }
}

/**
 * Makes calls while the server identifies the person, and without waiting for a login. The answer counts once the person
 * is known, if it is theirs; otherwise the call is made again.
 */
export function callWhileIdentifying(ahead: AheadCall): CallEndpoint {
  const { call, session, signal, token, takePrefetched, isKnown, mayShow } = ahead
  const ready = async () => ahead.pausing?.get()?.over
  return async (endpoint, options = {}) => {
    if (isKnown(session.snapshot())) return call(endpoint, options)
    let person: string | null = null
    const onPerson = (mark: string | null) => void (person = mark)
    const context = { ...session.requestContext, token, person: null, format: ahead.config.format }
    const prefetched = takePrefetched?.(endpoint.path) ?? null
    const own = { ...options, signal: options.signal ?? signal, onPerson, prefetched, ready }
    const answer = requestEndpoint(context, endpoint, own)
    answer.catch(() => undefined)
    await session.until(isKnown)
    if (!mayShow()) throw new CallError('refused', { status: 403 })
    const isStillTheirs = () => token === session.snapshot().token && isTheirs({ token, person }, session)
    const again = (failure?: unknown) => {
      // The request has been repeated already, as often as its answer allows.
      if (failure instanceof CallError && retryAfterOf(failure) !== null) throw failure
      return call(endpoint, options)
    }
    return answer.then((data) => (isStillTheirs() ? data : again()), again)
  }
}

/** Takes the answer of a call that was made before, for the first call of the same path. */
export type TakePrefetched = (path: string) => PrefetchedResponse | null

export function prefetchedOnce(prefetched: PrefetchedResponse | null): TakePrefetched {
  let unused = prefetched
  return (path) => {
    if (!unused?.url.endsWith(path)) return null
    const taken = unused
    unused = null
    return taken
  }
}

/** Makes the calls of a known person. The first call of the prefetched path takes the prefetched answer if it is theirs. */
export function callWithPrefetched(takePrefetched: TakePrefetched, call: CallEndpoint, session: Session): CallEndpoint {
  return async (endpoint, options = {}) => {
    const prefetched = takePrefetched(endpoint.path)
    if (!prefetched) return call(endpoint, options)
    let person: string | null = null
    const onPerson = (mark: string | null) => void (person = mark)
    const data = await call(endpoint, { ...options, onPerson, prefetched })
    return isTheirs({ token: prefetched.token, person }, session) ? data : call(endpoint, options)
  }
}

/**
 * Tells whether an answer is that of the person who is logged in: without a token in the request, the cookie of another
 * tab may have named somebody else, whose mark the answer has.
 */
const isTheirs = ({ token, person }: Pick<SessionSnapshot, 'token' | 'person'>, session: Session): boolean =>
  token !== null || person === session.snapshot().person
