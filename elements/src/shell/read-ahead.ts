import { personHeader } from '@customer-center/contract/session'
import type { Call } from '../client/call.ts'
import { CallError } from '../client/call-error.ts'
import { request } from '../client/request.ts'
import type { Session } from '../client/session.ts'
import type { AppContext } from '../context/app-context.ts'
import { hasTiles, matchRoute } from '../routing/routes.ts'
import { screens } from '../routing/screens.ts'

/**
 * Reads the list of the screen that the address names, beside the profile: a round trip less for a link. Nobody knows yet whether
 * the person may open the screen; a refusal concerns nobody then.
 *
 * @param token with which the session has asked for the profile
 */
export function readAhead(app: AppContext, token: string | null): void {
  const { route } = matchRoute(app.router.path(), 'admin', app.config)
  if (hasTiles(route)) return
  const mayOpen = () => !matchRoute(route, app.session.profile?.right ?? 'none', app.config).forbidden
  const ahead = { ...app, call: callAhead(app, token, mayOpen) }
  void Promise.all([import('./query-provider.tsx'), screens[route]()])
    .then(([{ clientOf }, screen]) => screen.readAhead?.(ahead, clientOf(app.signal)))
    // Whoever shows the screen loads its code again.
    .catch(() => undefined)
}

/** Without waiting for a login. The answer counts once the person is known, if it is theirs; else it is asked for again. */
function callAhead({ call, session, signal }: AppContext, token: string | null, mayOpen: () => boolean): Call {
  return async (endpoint, options = {}) => {
    if (session.snapshot().state !== 'starting') return call(endpoint, options)
    let person: string | null = null
    const onHeaders = (headers: Headers) => void (person = headers.get(personHeader))
    const context = { ...session.requestContext, token, person: null }
    const answer = request(context, endpoint, { ...options, signal: options.signal ?? signal, onHeaders })
    answer.catch(() => undefined)
    await identified(session)
    if (!mayOpen()) throw new CallError('refused', { status: 403 })
    // Somebody else may have logged in in another tab meanwhile.
    const isTheirs = () => token === session.login.token && (token !== null || person === session.login.person)
    const again = () => call(endpoint, options)
    return answer.then((data) => (isTheirs() ? data : again()), again)
  }
}

function identified({ snapshot, subscribe }: Session): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (snapshot().state === 'starting') return
      unsubscribe()
      resolve()
    }
    const unsubscribe = subscribe(check)
    check()
  })
}
