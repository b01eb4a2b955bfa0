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
/**
 * Beyond the contract, and optional on both sides: getcurrentwebshopuser answers with a mark of the person and the customer, and
 * calls that a cookie alone vouches for send it back. A cookie changes for all tabs at once when somebody else logs in; with the mark
 * the server refuses (401) what a tab still asks in the name of the person before.
 */
export const personHeader = 'X-Session-Person'

export const idempotencyHeader = 'Idempotency-Key'
/** Both are sent with every call; backends read one or the other. */
export const versionHeaders = ['CONTENT-VERSION', 'CONTENT_VERSION'] as const
