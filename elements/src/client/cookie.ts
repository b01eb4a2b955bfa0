import { attempt } from '../lib/browser-storage.ts'

/** A cookie of the page; null also where a sandbox forbids to read any. */
export function readCookie(name: string): string | null {
  return attempt(() => {
    const pair = document.cookie.split('; ').find((entry) => entry.startsWith(`${name}=`))
    return pair ? decodeURIComponent(pair.slice(name.length + 1)) : null
  })
}
