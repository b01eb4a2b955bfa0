import type { Endpoint } from './endpoint.ts'
import { get } from './endpoint.ts'
import { everyRight } from './rights.ts'

export interface TokenForm {
  customerNumber?: string | undefined
  userName?: string | undefined
  password?: string | undefined
  /** Instead of the password: renews a session. */
  refreshToken?: string | undefined
  appKey?: string | undefined
  /** `de-at` and the like. */
  clientLocale?: string | undefined
  getRefreshToken?: string | undefined
}

export interface Token {
  access_token: string
  refresh_token: string
  /** Seconds without a call after which the token is dead. */
  expires_in: number
}

export const getToken: Endpoint<undefined, TokenForm, Token> = {
  method: 'POST',
  path: '/getToken',
  access: 'public',
  body: 'form'
}
export const revokeToken: Endpoint<undefined, undefined, null> = {
  method: 'POST',
  path: '/revokeToken',
  access: everyRight,
  initial: true
}
export const getApiVersion = get<undefined, { api_version: string }>('/getApiVersion', 'public')

/** The cookie and header of the anti-forgery check. */
export const xsrfCookie = 'XSRF-TOKEN'
export const xsrfHeader = 'X-XSRF-TOKEN'
/** Names a creation, 1 to 200 printable ASCII characters: sent again with the same key, it gets the first one's answer for 24 hours. */
export const idempotencyHeader = 'Idempotency-Key'
/** Both are sent with every call; backends read one or the other. */
export const versionHeaders = ['CONTENT-VERSION', 'CONTENT_VERSION'] as const
