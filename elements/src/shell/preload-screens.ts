import type { Route } from '@customer-center/contract/routes'
import { idle } from '../lib/idle.ts'
import { hasTiles } from '../routing/routes.ts'
import { screens } from '../routing/screens.ts'
import { loadScreen } from './load-screen.tsx'

/** After the first screen has been painted, with which none of this may compete. */
const delayMs = 1500

/**
 * Loads the code of screens one after the other, so that a screen that somebody opens waits for nothing but its data, and a lost
 * connection costs no screen. Not if the browser saves data. The returned function ends it.
 */
export function preloadScreens(routes: readonly Route[]): () => void {
  let ended = savesData()
  const timer = setTimeout(() => void loadAll(), delayMs)
  async function loadAll() {
    for (const route of routes) {
      if (hasTiles(route)) continue
      // Without a network no module is requested: a browser may remember that it could not be loaded.
      if (ended || !navigator.onLine) return
      // A failed request is repeated when somebody opens the screen.
      await loadScreen(screens[route]).catch(() => null)
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
