import { z } from 'zod'
import { type Endpoint, getCall } from './endpoint.ts'
import { everyRight } from './rights.ts'
import { defineEndpoint, mayBeMissing } from './schema.ts'

export interface TokenForm {
  customerNumber?: string | undefined
  userName?: string | undefined
  password?: string | undefined
  /** Renews a session, instead of the password. */
  refreshToken?: string | undefined
  /** JSON of the browser's answer to `getPasskeyLoginOptions`, instead of the password; of the feature `passkeys`. */
  passkey?: string | undefined
  appKey?: string | undefined
  /** `de-at` and the like. */
  clientLocale?: string | undefined
  getRefreshToken?: string | undefined
}

export interface Token {
  access_token: string
  refresh_token: string
  /** Seconds without a call after which the token expires. */
  expires_in: number
}

/**
 * RESTReturnCode with HTTP 403: the password was generated, and until it is changed, only calls with
 * `allowsGeneratedPassword` work. It is separate from the other numbers, which the elements' first download does not
 * contain.
 */
export const passwordMustChange = 111

/** A login sends number, name and password, a renewal `refreshToken` in place of them. A refused login is HTTP 401 with a sentence. */
export const getToken: Endpoint<undefined, TokenForm, Token> = {
  method: 'POST',
  path: '/getToken',
  access: 'public',
  body: 'form'
}
/** The token is dead at once, and so is the one that renews it. The elements do not wait for the answer. */
export const revokeToken: Endpoint<undefined, undefined, null> = {
  method: 'POST',
  path: '/revokeToken',
  access: everyRight,
  allowsGeneratedPassword: true
}
/**
 * Asked before each login, which without a success says that the server cannot be reached; and before the first call
 * where the configuration has `"apiVersion": "server"`: later calls have this version in their headers.
 */
export const getApiVersion = getCall<undefined, { api_version: string }>('/getApiVersion', 'public')

/** The cookie and header of the anti-forgery check. */
export const xsrfCookie = 'XSRF-TOKEN'
/**
 * Sign before the cookie's value while nobody is logged in, so that a page need not ask for the session. Only our
 * server sets it. It is not part of the token.
 */
export const loggedOutSign = '~'
export const xsrfHeader = 'X-XSRF-TOKEN'
/**
 * An addition to the specification, optional on both sides: getcurrentwebshopuser answers with a hash of the person and
 * the customer in this header, and calls that rely on the cookie alone send it back; a call without it receives it.
 * When another person logs in, the cookie changes for all tabs at once; by this header the server recognises a tab that
 * still shows the previous person, and answers 401.
 */
export const personHeader = 'X-Session-Person'

/** Headers that are both sent with every call; each backend reads one of them. */
export const versionHeaders = ['CONTENT-VERSION', 'CONTENT_VERSION'] as const

const short = () => z.optional(z.string().check(z.maxLength(300)))

const tokenForm = () =>
  z.object({
    customerNumber: short().describe('Kundennummer, as `KND_NUMMER` has it'),
    userName: short().describe('User name, an e-mail address'),
    password: z.optional(z.string().check(z.maxLength(1000))).describe('Password of the person'),
    refreshToken: short().describe('In place of number, name and password: the `refresh_token` of the last answer'),
    passkey: z
      .optional(z.string().check(z.maxLength(10_000)))
      .describe('In place of the password, JSON of the browser’s answer to a passkey; of the feature `passkeys`'),
    appKey: short().describe('The configuration’s `appKey`; empty without one'),
    clientLocale: short().describe('Language of the person, such as `de-at`'),
    getRefreshToken: short().describe('Always `true`: the answer may have a `refresh_token`')
  })

const token = () =>
  z.strictObject({
    access_token: z.string().describe('The token, sent bare in `Authorization` with every later call'),
    refresh_token: mayBeMissing(z.string().describe('Renews the session once; missing: the person logs in again')),
    expires_in: mayBeMissing(z.int().describe('Seconds without a call after which the token expires'))
  })

export const getTokenSchema = /*#__PURE__*/ defineEndpoint(
  getToken,
  'Logs in by a password or a passkey, or renews a session with a refresh token',
  () => ({ data: token(), body: tokenForm() })
)
export const revokeTokenSchema = /*#__PURE__*/ defineEndpoint(revokeToken, 'Ends the session at once', () => ({
  data: z.null()
}))
export const getApiVersionSchema = /*#__PURE__*/ defineEndpoint(getApiVersion, 'The version of this API', () => ({
  data: z.strictObject({ api_version: z.string().describe('Version, such as `1.0`') })
}))
