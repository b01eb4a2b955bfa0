import { getToken, type Token, type TokenForm } from '@customer-center/contract/session'
import { CallError } from './call-error.ts'
import { request, type RequestContext } from './request.ts'

/** Logs in, or renews a login. Throws CallError. */
export async function requestToken(context: RequestContext, form: TokenForm): Promise<Token> {
  const body = { ...form, getRefreshToken: 'true' }
  const token = await request({ ...context, token: null }, getToken, { body })
  if (!token?.access_token) throw new CallError('unreadable', { status: 200 })
  return token
}
