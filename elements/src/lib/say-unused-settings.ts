import { idle } from './idle.ts'
import type { unusedSettings } from './unused-settings.ts'

/** Says in the console what no element uses of these settings, once nothing is more urgent: only the page's developer needs to know. */
export function sayUnusedSettings(...settings: Parameters<typeof unusedSettings>): void {
  void idle()
    .then(() => import('./unused-settings.ts'))
    .then((code) => code.warnOfUnused(...settings))
    // The elements work without it, whatever the page has given.
    .catch(() => undefined)
}
