import type { Endpoint } from '@customer-center/contract/endpoint'
import { loginTooOld } from '@customer-center/contract/envelope'
import type { Call } from './call.ts'
import { CallError, demandsNewPassword } from './call-error.ts'
import type { RequestOptions } from './request.ts'
import { awaitNewPassword, countRefusal, restore } from './session-changes.ts'
import type { Session } from './session.ts'

/** Kept here and not by the session, whose code is part of the first download. */
const reasons = new WeakMap<Session, string>()

/** Why the person has to log in again though the session has not ended, in the server's words; undefined if it has. */
export function reasonOfLogin(session: Session): string | undefined {
  return reasons.get(session)
}

interface Caller {
  readonly call: Call
  readonly session: Session
  /** Of the element. */
  readonly signal: AbortSignal
}

/** The same caller, each of whose calls is made by {@link callWithFreshLogin}. */
export function withFreshLogin<App extends Caller>(app: App): App {
  return { ...app, call: (endpoint, options = {}) => callWithFreshLogin(app, endpoint, options) }
}

/**
 * Makes a call that a backend may refuse to a person who has not just logged in: the login then opens over the screen and says why, and
 * the call is repeated after it. A host that gives tokens is asked for a new one instead. Throws as `call` does.
 */
export async function callWithFreshLogin<Q, B, D>(
  { call, session, signal }: Caller,
  endpoint: Endpoint<Q, B, D>,
  options: RequestOptions<Q, B>
): Promise<D> {
  const { token } = session.requestContext
  const { generation } = session.snapshot()
  try {
    // A call that needs no login throws what `call` deals with by itself, as below.
    return await call({ ...endpoint, access: 'public' }, options)
  } catch (error) {
    if (!(error instanceof CallError) || session.snapshot().generation !== generation) throw error
    if (demandsNewPassword(error)) await awaitNewPassword(session, error.firstError, signal)
    else if (error.status === 401) {
      const isTooOld = error.restCode === loginTooOld
      if (isTooOld) reasons.set(session, error.firstError ?? '')
      // The time of a login stays the same however often its session is renewed.
      const renewable = !isTooOld || session.host.fetchToken !== null
      await restore(session, token, renewable, signal).finally(() => reasons.delete(session))
    } else {
      if (error.status === 403) countRefusal(session)
      throw error
    }
    return call(endpoint, options)
  }
}
