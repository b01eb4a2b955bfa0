import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { loggedOutSign, xsrfCookie, xsrfHeader } from '@customer-center/contract/session'
import type { Config } from '../config/config.ts'
import { cookieOptions } from './cookies.ts'
import { isAllowedOrigin, isOwnOrigin, passedPreflight } from './origin.ts'
import { Refusal } from './refusal.ts'
import { ownSessionCookie, sessionCookieName } from './session-cookie.ts'

const harmless = new Set(['GET', 'HEAD', 'OPTIONS'])

const withoutSign = (value: string): string => (value.startsWith(loggedOutSign) ? value.slice(1) : value)

/**
 * Returns the tokens of all cookies of the name: a program of a sibling subdomain may have set one for a longer path,
 * which comes before ours and which the page cannot read.
 */
function xsrfCookies({ headers }: FastifyRequest): string[] {
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim())
  return pairs
    .filter((pair) => pair.startsWith(`${xsrfCookie}=`))
    .map((pair) => withoutSign(pair.slice(xsrfCookie.length + 1)))
}

function matches(given: unknown, cookie: string): boolean {
  if (typeof given !== 'string' || cookie === '') return false
  const [left, right] = [Buffer.from(withoutSign(given)), Buffer.from(cookie)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/**
 * Checks a listed page, which cannot read our cookies. Its proof is the browser's `Origin` on a request that passed a
 * preflight.
 */
function checkListedPage(request: FastifyRequest, config: Config): void {
  // A token in the header is proof enough: no browser adds it on its own.
  if (request.headers.authorization) return
  const name = sessionCookieName(request, config)
  if (name !== undefined && request.cookies[name] !== undefined && !passedPreflight(request)) throw new Refusal('xsrf')
}

/**
 * @throws Refusal `xsrf` for a state-changing request that carries one of our cookies without the matching header, and
 * from a listed page of another origin for one that relies on its cookie without having passed a preflight
 */
export function checkXsrf(request: FastifyRequest, config: Config): void {
  if (harmless.has(request.method)) return
  if (isAllowedOrigin(request, config)) return checkListedPage(request, config)
  const cookies = xsrfCookies(request)
  if (cookies.length === 0 && request.cookies[ownSessionCookie(request, config)] === undefined) return
  const given = request.headers[xsrfHeader.toLowerCase()]
  if (!cookies.some((cookie) => matches(given, cookie))) throw new Refusal('xsrf')
}

/**
 * Sets the cookie, which also tells pages of our origin whether a session may exist. A token that the browser already
 * has is kept, because a page may have read it.
 */
export function keepXsrfCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  config: Config,
  isLoggedIn: boolean
): void {
  if (!isOwnOrigin(request, config.publicUrl)) return
  const known = xsrfCookies(request).find((token) => /^[\w-]{32}$/.test(token))
  const value = `${isLoggedIn ? '' : loggedOutSign}${known ?? randomBytes(24).toString('base64url')}`
  void reply.setCookie(xsrfCookie, value, cookieOptions(config, request))
}

/** Sets the cookie in the first answer, but not for pages of another origin, which could not read it. */
export function setXsrfCookie(app: FastifyInstance, config: Config): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!request.cookies[xsrfCookie]) keepXsrfCookie(request, reply, config, false)
  })
}
