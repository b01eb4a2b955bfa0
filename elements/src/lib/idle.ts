import type { unusedSettings } from './unused-settings.ts'

/** Resolves when the browser has nothing more urgent to do, or after two seconds in a page that is never idle. Safari has no requestIdleCallback. */
export function idle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 2000 })
    else setTimeout(resolve, 50)
  })
}

/**
 * Names, in the console, settings that no element uses, once nothing is more urgent: only the page's developer needs to
 * know.
 */
export function sayUnusedSettings(...settings: Parameters<typeof unusedSettings>): void {
  void idle()
    .then(() => import('./unused-settings.ts'))
    .then((code) => code.warnOfUnused(...settings))
    // The elements work without this message, whatever the page has given.
    .catch(() => undefined)
}
