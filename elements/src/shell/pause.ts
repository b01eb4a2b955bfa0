import type { Session } from '../client/session.ts'
import type { Router } from '../context/router.ts'
import { forgetJobs } from '../jobs/jobs-key.ts'
import type { AppHost } from './app-provider.tsx'
import { pathWith } from './routing/history-entry.ts'

/** The time of an element out of the page. */
export interface Pause {
  /** Resolves when the element is back. */
  readonly over: Promise<void>
  readonly end: () => void
}

/** Ends the pauses of elements that the page has dropped. */
const dropped = new FinalizationRegistry<() => void>((release) => release())

/**
 * Begins the pause of an element whose effects end now. What outlives the element holds it weakly from then on, so that
 * it is collected with the page's last reference. `router` is null for a view without routes. `docs/decisions/0127-elements-out-of-the-page.md`
 */
export function beginPause(host: AppHost, session: Session, router: Router | null): Pause {
  const returnToRoute = router && routeOf(router)
  const release = endWithPerson(session, new WeakRef(host))
  dropped.register(host.element, release, host)
  let back: () => void = () => undefined
  return {
    over: new Promise((resolve) => (back = resolve)),
    end() {
      dropped.unregister(host)
      release()
      returnToRoute?.()
      back()
    }
  }
}

/**
 * Remembers the present screen with the state of its lists, which the router forgets while nobody listens. The returned
 * function shows it again, unless the address names another one by then.
 */
function routeOf(router: Router): () => void {
  const shown = pathWith(router.path(), router.query())
  const memory = router.memory()
  return () => {
    // The effects of the element listen from its next frame on.
    setTimeout(router.subscribe(() => undefined))
    if (router.path() === '') router.replace(shown)
    if (pathWith(router.path(), router.query()) !== shown) return
    for (const [key, value] of memory) router.memory().set(key, value)
  }
}

/** Ends a paused element together with the session of its person. */
function endWithPerson(session: Session, host: WeakRef<AppHost>): () => void {
  const { generation, profile } = session.snapshot()
  const stop = session.subscribe(() => {
    if (session.snapshot().generation === generation) return
    stop()
    const paused = host.deref()
    if (!paused) return
    if (profile) forgetJobs(session.requestContext.api)
    paused.restart()
    if (profile) paused.emit('session-end')
  })
  return stop
}
