import type { Endpoint } from '@customer-center/contract/endpoint'
import { BusinessError } from '@customer-center/contract/envelope'
import { CallError } from './call-error.ts'
import { profileEndpoint } from './profile.ts'
import { type CallOptions, request } from './request.ts'
import type { Session } from './session.ts'

/**
 * Makes a call in the session. A 401 renews the session once, else waits for the login that opens over the screen, and goes
 * on after it; so a save under an expired session is not lost. In the same way it waits where the server first wants another
 * password. Throws CallError, or the reason of `signal`.
 */
export type Call = <Q, B, D>(endpoint: Endpoint<Q, B, D>, options?: CallOptions<Q, B>) => Promise<D>

/** `life` ends all calls of an element that is gone. */
export function callIn(session: Session, life: AbortSignal): Call {
  return async (endpoint, given = {}) => {
    const options = { ...given, signal: given.signal ? AbortSignal.any([given.signal, life]) : life }
    for (let renewable = true; ;) {
      const { token } = session
      try {
        return await request(session.way, endpoint, options)
      } catch (error) {
        if (!(error instanceof CallError) || endpoint.access === 'public') throw error
        if (error.restCode === BusinessError.passwordMustChange) {
          await session.awaitNewPassword(error.firstError, options.signal)
        } else if (error.status === 401) {
          await session.restore(token, renewable, options.signal)
          renewable = false
        } else {
          // Whoever asks who the person is must not be sent to ask that again.
          if (error.status === 403 && endpoint.path !== profileEndpoint.path) session.refused()
          throw error
        }
      }
    }
  }
}
