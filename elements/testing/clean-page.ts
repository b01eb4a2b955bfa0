import { beforeEach, vi } from 'vitest'
import { page } from 'vitest/browser'

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
