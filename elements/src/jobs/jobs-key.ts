/** Returns the beginning of the names of stored jobs, in the session storage of this tab; the person follows. */
export function jobsKey(api: string): string {
  return `customer-center:jobs:${new URL(api, document.baseURI).href}:`
}
