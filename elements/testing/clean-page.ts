import { beforeEach, vi } from 'vitest'
import { page } from 'vitest/browser'

// While the browser is idle, the overview reads lists whose calls other tests count or answer once: only its own tests
// have its events, by `vi.unmock`.
vi.mock('../src/shell/overview/overview-events.tsx', () => ({ default: () => null }))

/** Every test begins at the overview, on a page of the usual size without styles, and by the real clock, in a browser that has stored nothing. */
beforeEach(async () => {
  vi.useRealTimers()
  // The element of the test before ends in a task of its own; until then the next one would share its address.
  await new Promise((resolve) => setTimeout(resolve))
  sessionStorage.clear()
  localStorage.clear()
  history.replaceState(null, '', '#/')
  for (const part of [document.documentElement, document.body]) part.removeAttribute('style')
  if (innerWidth !== 1280 || innerHeight !== 800) await page.viewport(1280, 800)
  scrollTo(0, 0)
})
