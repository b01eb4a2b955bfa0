import type { Endpoint } from '@customer-center/contract/endpoint'
import { getCurrentShopUser } from '@customer-center/contract/shop-user'
import { rejectOnAbort, anySignal } from '../lib/abort-signal.ts'
import { pendingHostAnswer } from './ask-host.ts'
import { awaitNewPassword, restoreSession } from './await-person.ts'
import { CallError, demandsNewPassword } from './call-error.ts'
import { repeatRead } from './repeat-read.ts'
import { provideRepeatRead, requestEndpoint, type RequestOptions } from './request.ts'
import type { Session } from './session.ts'
import type { WireFormat } from './wire-format.ts'

/**
 * Makes a call in the session. A 401 renews the session once, else waits for the login that opens over the screen, and
 * repeats the call after it, so that a save under an expired session, or one that needs a recent login, is not lost. In the
 * same way it waits while the server demands a new password. Throws CallError, or the reason of `signal`.
 */
export type CallEndpoint = <Q, B, D, Read = D>(
  endpoint: Endpoint<Q, B, D>,
  options?: RequestOptions<Q, B, Read>
) => Promise<Read>

provideRepeatRead(repeatRead)

/**
 * Creates the calls of a session; `elementSignal` ends all calls of an element that has ended. While the element is out
 * of the page, for which `pausing` gives a promise, its calls wait. `format` is the element's, since elements that share a
 * session may have other field codes.
 */
export function createCall(
  session: Session,
  elementSignal: AbortSignal,
  pausing: () => Promise<void> | undefined,
  format: WireFormat
): CallEndpoint {
  return async (endpoint, given = {}) => {
    const { generation } = session.snapshot()
    // A call for one person is never made for another.
    const isSame = () => session.snapshot().generation === generation
    const signal = given.signal ? anySignal([given.signal, elementSignal]) : elementSignal
    const ready = async () => {
      const paused = pausing()
      // Browsers keep a joined signal, and with it the element, while something listens to it.
      if (paused) await paused
      signal.throwIfAborted()
      const answer = pendingHostAnswer(session)
      if (answer) await rejectOnAbort(answer, signal)
      if (!isSame()) throw new CallError('refused', { status: 401 })
    }
    await ready()
    let options = { ...given, signal, ready }
    for (let renewable = true; ;) {
      const { token } = session.requestContext
      try {
        return await requestEndpoint({ ...session.requestContext, format }, endpoint, options)
      } catch (error) {
        if (!(error instanceof CallError) || endpoint.access === 'public' || !isSame()) throw error
        // The prefetched response can be read only once.
        options = { ...options, prefetched: null }
        if (demandsNewPassword(error)) {
          await awaitNewPassword(session, error.firstError, signal)
        } else if (error.status === 401) {
          await restoreSession(session, error, token, renewable, signal)
          renewable = false
        } else {
          // The session answers a refusal by loading the profile; a refusal of the profile must not do that again.
          if (error.status === 403 && endpoint.path !== getCurrentShopUser.path) session.countRefusal()
          throw error
        }
      }
    }
  }
}
