import type { RuntimeConfig } from '@customer-center/contract/runtime-config'
import { xsrfCookie } from '@customer-center/contract/session'
import { nullOnError, readCookie, writeItem } from '../lib/browser-storage.ts'

/** The traces of a login that a reload finds in this browser. */
export type LoginMemory = ReturnType<typeof loginMemory>

/** The beginning of the mark's name in local storage; the API's address follows. */
export const loginMark = 'customer-center:logged-in:'

/** Returns the name of the mark of a log-out that the server may not have received yet. */
export const logOutMark = (api: string): string => `customer-center:logged-out:${new URL(api, document.baseURI).href}`

/** Tells whether a log-out of this tab is pending: until the server has received it, its cookie counts for nothing. */
export const isLogOutPending = (api: string): boolean =>
  nullOnError(() => sessionStorage.getItem(logOutMark(api))) !== null

/**
 * Keeps a mark that somebody is logged in, since no script can read the cookie of the session. With `keepSession` it
 * also keeps the token, in this tab's session storage; in development in local storage, for a page that is reloaded often.
 * `docs/decisions/0039-what-a-page-keeps-of-a-login.md`
 */
export function loginMemory(config: RuntimeConfig, api: string, keepSession: boolean) {
  const { href } = new URL(api, document.baseURI)
  const mark = loginMark + href
  const { development, apiUrlDev, apiVersion } = config
  const suffix = apiUrlDev !== '' && api === apiUrlDev.replace(/([^/]|^)\/+$/, '$1') ? 'Dev' : ''
  const tokenKey = development ? `lastAuthToken${suffix}` : `customer-center:token:${href}`
  /** The API and version to which the token belongs: a token of another API or version is not used. */
  const origin = development ? { [`lastApiUrl${suffix}`]: api, [`lastApiVersion${suffix}`]: apiVersion } : {}
  const keepsToken = development || keepSession
  const storage = () => (development ? localStorage : sessionStorage)
  /** Returns the token of the last login, where the page keeps it. */
  const token = () =>
    nullOnError(() => {
      const isSame = Object.entries(origin).every(([key, value]) => storage().getItem(key) === value)
      return keepsToken && isSame ? storage().getItem(tokenKey) : null
    })
  const keepToken = (value: string | null) => {
    if (!keepsToken) return
    for (const [key, one] of Object.entries({ ...origin, [tokenKey]: value })) writeItem(storage, key, one)
  }
  // A `~` at its beginning means that there is no session.
  const saysLoggedIn = () => /^[^~]/.test(readCookie(xsrfCookie) ?? '')
  return {
    /** Tells whether it is worth asking the server: a page can read no session cookie, but notes that one was set. */
    mayBeLoggedIn: () => Boolean(token() || saysLoggedIn() || nullOnError(() => localStorage.getItem(mark))),
    token,
    /** Remembers a token after a login or a renewal. */
    remember(value: string) {
      if (!development) writeItem(() => localStorage, mark, '1')
      keepToken(value)
    },
    forget() {
      writeItem(() => localStorage, mark, null)
      keepToken(null)
    }
  }
}
