import { nullOnError } from '../lib/browser-storage.ts'

/** Returns the beginning of the names of stored jobs, in the session storage of this tab; the person follows. */
export function jobsKey(api: string): string {
  return `customer-center:jobs:${new URL(api, document.baseURI).href}:`
}

/** Removes the stored jobs of all persons. */
export function forgetJobs(api: string): void {
  nullOnError(() => {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(jobsKey(api))) sessionStorage.removeItem(key)
  })
}
