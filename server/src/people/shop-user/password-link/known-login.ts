import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../../platform/config/config.ts'
import { cookieOptions, ownCookie } from '../../../platform/http/cookies.ts'

/** The values that a person enters in addition to the password. */
export interface KnownLogin {
  readonly customerNumber: string
  readonly userName: string
}

/**
 * Name of the cookie that carries the user name across the redirect to the page that links to the shop; in a URL it
 * would end up in logs.
 */
const cookieName = 'KC-LOGIN'

export function rememberLogin(
  request: FastifyRequest,
  reply: FastifyReply,
  { config, path, login }: { readonly config: Config; readonly path: string; readonly login: KnownLogin }
): void {
  const { name, path: ownPath } = ownCookie(request, config, cookieName, path)
  void reply.setCookie(name, new URLSearchParams({ ...login }).toString(), {
    ...cookieOptions(config, request),
    path: ownPath,
    sameSite: 'strict',
    httpOnly: true,
    maxAge: 300
  })
}

/** Reads the remembered login; undefined without one, or once it has expired. */
export function rememberedLogin(request: FastifyRequest, config: Config): KnownLogin | undefined {
  const kept = new URLSearchParams(request.cookies[ownCookie(request, config, cookieName, '').name])
  const [customerNumber, userName] = [kept.get('customerNumber'), kept.get('userName')]
  return customerNumber && userName ? { customerNumber, userName } : undefined
}

/** The action that a mailed link completed; the login page that follows reports it. */
export type Done = 'password' | 'email'

/**
 * Returns the address of the shop's page, with the login in the fragment: the elements fill in the form from it, and
 * browsers send it to no server. Returns null if the shop uses the fragment itself for its routes.
 * `docs/decisions/0046-login-filled-in-by-a-link.md`
 */
export function loginUrl(shopUrl: string, login: KnownLogin, done: Done): string | null {
  if (shopUrl.includes('#')) return null
  return `${shopUrl}#login?${new URLSearchParams({ ...login, done }).toString()}`
}
