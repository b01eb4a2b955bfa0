import { getToken, revokeToken, type Token, type TokenForm } from '@customer-center/contract/session'
import { CallError } from './call-error.ts'
import { requestEndpoint, type RequestContext } from './request.ts'
import type { SessionOptions } from './session-state.ts'

/** The session's settings for a login. */
interface LoginSettings {
  readonly requestContext: RequestContext
  readonly options: SessionOptions
  readonly language?: string | null
}

/** Logs in. Throws CallError. */
export async function requestToken(
  { requestContext, options, language }: LoginSettings,
  form: TokenForm
): Promise<Token> {
  const { appKey, defaultLanguage } = options
  const body = { ...form, appKey, clientLocale: language || defaultLanguage, getRefreshToken: 'true' }
  return requestEndpoint({ ...requestContext, token: null }, getToken, { body })
}

/** Renews a login; null if the server refuses to. Throws CallError. */
export async function renewedToken(settings: LoginSettings, refreshToken: string): Promise<Token | null> {
  return requestToken(settings, { refreshToken }).catch((error: unknown) => {
    // Only a refusal ends the session: without a network nobody knows whether it has ended.
    if (error instanceof CallError && [400, 401, 403].includes(error.status)) return null
    throw error
  })
}

/** Revokes the token of a login that was too old, after a new login has replaced it; never a token of the host's. */
export function revokeReplaced(context: RequestContext): void {
  // The cookie is that of the new login, which the answer to a log-out would delete.
  requestEndpoint(context, revokeToken, { credentials: 'omit' }).catch(() => undefined)
}
