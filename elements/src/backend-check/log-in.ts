import { getToken, type TokenForm } from '@customer-center/contract/session'
import type { BackendCheck } from './backend-check.ts'

export type Credentials = Pick<TokenForm, 'customerNumber' | 'userName' | 'password'>

export const loginForm = ({ config }: BackendCheck, credentials: Credentials): TokenForm => ({
  ...credentials,
  appKey: config.appKey,
  clientLocale: config.defaultLanguage,
  getRefreshToken: 'true'
})

/** Logs in as the elements do; null where that fails, which is noted. */
export async function logIn(check: BackendCheck, credentials: Credentials): Promise<string | null> {
  const token = await check.call(getToken, { body: loginForm(check, credentials) }).catch(() => null)
  if (!token) return null
  const { refresh_token: refresh, expires_in: seconds } = token as Partial<typeof token>
  if (refresh && !(Number(seconds) > 0)) check.fault(getToken, 'no-seconds', 'expires_in', 'no number above 0')
  return token.access_token
}
