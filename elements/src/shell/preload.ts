import type { Route } from '@customer-center/contract/routes'
import { screens } from './routes.ts'
import { screenOf } from './screen-code.tsx'

/** When the first screen has long been painted: none of this may compete with it. */
const afterMs = 1500

/**
 * Fetches the code of screens before somebody goes there, one after the other, so that a screen's own data is the first thing that
 * it waits for, and a lost connection costs no screen. Not where the person saves data. The returned function ends it.
 */
export function preloadScreens(routes: readonly Route[]): () => void {
  let ended = savesData()
  const timer = setTimeout(() => void fetchAll(), afterMs)
  async function fetchAll() {
    for (const route of routes) {
      // A browser may remember that a module could not be had: without a network it is not asked for.
      if (ended || !navigator.onLine) return
      const load = screens[route]
      // What cannot be had is asked for again when somebody goes there.
      if (load) await screenOf(load).catch(() => null)
      await idle()
    }
  }
  return () => {
    ended = true
    clearTimeout(timer)
  }
}

function savesData(): boolean {
  const connection: unknown = Reflect.get(navigator, 'connection')
  return typeof connection === 'object' && connection !== null && Reflect.get(connection, 'saveData') === true
}

/** Safari has no idle callback. */
function idle(): Promise<unknown> {
  return new Promise((resolve) =>
    typeof requestIdleCallback === 'function' ? requestIdleCallback(resolve) : setTimeout(resolve, 50)
  )
}
