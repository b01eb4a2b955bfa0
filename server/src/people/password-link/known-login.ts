import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../platform/config/config.ts'
import { cookieOptions, ownCookie } from '../../platform/http/cookies.ts'

/** The values that a person enters beside the password. */
export interface KnownLogin {
  readonly customerNumber: string
  readonly userName: string
}

/** Carries the login over the redirect to the page that links to the shop: an address would end up in logs. */
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

/**
 * Returns the shop's page, whose login the elements fill in from the part behind the `#`, which browsers send to no
 * server. `docs/decisions/0046-login-filled-in-by-a-link.md`
 */
export function loginUrl(shopUrl: string, login: KnownLogin | undefined): string {
  if (shopUrl === '' || !login) return shopUrl
  const url = new URL(shopUrl)
  // A page that has something of its own there finds its way by it.
  if (url.hash !== '') return shopUrl
  url.hash = `login?${new URLSearchParams({ ...login }).toString()}`
  return url.href
}
