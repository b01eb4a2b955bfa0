import { getApiVersion, getToken, type Token, type TokenForm } from '@customer-center/contract/session'
import type { BackendCheck } from './backend-check.ts'

export type Credentials = Pick<TokenForm, 'customerNumber' | 'userName' | 'password'>

/** An id and a token that no backend has. */
export const unknownId = 'customer-center-check'

/** Returns a login that must be refused: of nobody, unless a name is given. */
export const wrongLogin = (userName = `${unknownId}@example.invalid`) => ({ userName, password: crypto.randomUUID() })

/** Returns the form of a login, or of a renewal, as the elements send it. */
export const loginForm = ({ config }: BackendCheck, form: TokenForm): TokenForm => ({
  ...form,
  appKey: config.appKey,
  clientLocale: config.defaultLanguage,
  getRefreshToken: 'true'
})

export const renewal = (check: BackendCheck, refreshToken: string): Promise<Partial<Token>> =>
  check.request(getToken, { body: loginForm(check, { refreshToken }) })

/** Logs in for the whole run, and renews that session whenever its token has run out; tells whether it has one. */
export async function openSession(check: BackendCheck, credentials: Credentials): Promise<boolean> {
  // The form of the login asks whether there is a server.
  await check.call(getApiVersion).catch(() => null)
  let login = await logIn(check, credentials)
  const open = () => {
    const { requestContext } = check.session
    check.session = { requestContext: { ...requestContext, token: login?.access_token ?? null }, renew }
  }
  const renew = async () => {
    const { refresh_token: refresh } = login ?? {}
    login = refresh ? await renewal(check, refresh).catch(() => null) : null
    if (login?.access_token) open()
    return Boolean(login?.access_token)
  }
  open()
  return check.token !== null
}

/** Logs in as the elements do; null where that fails, which is noted. A backend may lack what renews the session. */
export async function logIn(check: BackendCheck, credentials: Credentials): Promise<Partial<Token> | null> {
  const token: Partial<Token> | null = await check
    .call(getToken, { body: loginForm(check, credentials) })
    .catch(() => null)
  const { refresh_token: refresh, expires_in: seconds } = token ?? {}
  if (refresh && !(Number(seconds) > 0)) check.fault(getToken, 'no-seconds', 'expires_in', 'no number above 0')
  return token
}
