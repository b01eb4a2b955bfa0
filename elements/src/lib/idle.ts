import type { unusedSettings } from './unused-settings.ts'

/** The number of loads that a person waits for in all elements of the page, such as the code and the list of a screen. */
let awaited = 0
const atRest = new Set<() => void>()

/** Holds back work that is not urgent while a person waits for something, until the returned function is called. */
export function delayIdle(): () => void {
  awaited += 1
  return () => {
    awaited -= 1
    if (awaited > 0) return
    for (const resolve of atRest) resolve()
    atRest.clear()
  }
}

/**
 * Resolves when nobody waits for anything and the browser has nothing more urgent to do, or two seconds later in a page
 * that is never idle. Safari has no requestIdleCallback.
 */
export async function waitForIdle(): Promise<void> {
  if (awaited > 0) await new Promise<void>((resolve) => void atRest.add(resolve))
  await new Promise<void>((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 2000 })
    else setTimeout(resolve, 50)
  })
  if (awaited > 0) await waitForIdle()
}

/**
 * Names settings that no element uses in the console, once nothing is more urgent: only the page's developer needs to
 * know.
 */
export function warnOfUnusedSettings(...settings: Parameters<typeof unusedSettings>): void {
  void waitForIdle()
    .then(() => import('./unused-settings.ts'))
    .then((code) => code.warnOfUnused(...settings))
    // The elements work without this message, whatever the page has given.
    .catch(() => undefined)
}
