import { createHash } from 'node:crypto'
import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'
import { cookieOptions, isSecure, ownCookie } from './cookies.ts'
import { isAllowedOrigin, isOwnOrigin } from './origin.ts'
import { passedPreflight } from './preflight.ts'

/** The session of a page of this server's origin: one name, so that a cookie of the other is never read. Only the API reads it. */
const ownSession = (request: FastifyRequest, config: Config) => ownCookie(request, config, 'KC-SESSION', '/api')

export const ownSessionCookie = (request: FastifyRequest, config: Config): string => ownSession(request, config).name

/**
 * The session of a listed page of another origin. Each origin has a cookie of its own: pages of the same site share what a browser
 * keeps for us, and none shall act with the login of another, or of a page of ours.
 */
function embeddedSessionCookie(request: FastifyRequest, config: Config, origin: string): string {
  return `${ownSessionCookie(request, config)}-${createHash('sha256').update(origin).digest('hex').slice(0, 16)}`
}

/** The name of the cookie that may carry the session of the asking page; undefined for pages whose cookies count for nothing. */
export function sessionCookieName(request: FastifyRequest, config: Config): string | undefined {
  if (isOwnOrigin(request, config.publicUrl)) return ownSessionCookie(request, config)
  const { origin } = request.headers
  const isListed = origin !== undefined && isAllowedOrigin(request, config)
  return isListed ? embeddedSessionCookie(request, config, origin) : undefined
}

const loopback = /^(?:localhost|[\w-]+\.localhost|127(?:\.\d+){3}|\[?::1\]?)$/

/** Browsers take a cookie for embedded pages only with Secure, and that over https alone, or from this machine. */
function mayKeepEmbedded(request: FastifyRequest, config: Config): boolean {
  return passedPreflight(request) && (isSecure(config, request) || loopback.test(request.hostname))
}

function sessionCookie(
  request: FastifyRequest,
  config: Config
): { readonly name: string; readonly options: CookieSerializeOptions } | undefined {
  const name = sessionCookieName(request, config)
  if (name === undefined) return undefined
  const own = ownSession(request, config)
  const common: CookieSerializeOptions = { path: own.path, httpOnly: true }
  if (name === own.name) return { name, options: { ...cookieOptions(config, request), ...common } }
  if (!mayKeepEmbedded(request, config)) return undefined
  return { name, options: { ...common, sameSite: 'none', secure: true, partitioned: true } }
}

/** Keeps a login for the asking page's next visit, where a browser would take and send the cookie. */
export function keepSession(request: FastifyRequest, reply: FastifyReply, config: Config, token: string): void {
  const cookie = sessionCookie(request, config)
  if (cookie) void reply.setCookie(cookie.name, token, cookie.options)
}

export function forgetSession(request: FastifyRequest, reply: FastifyReply, config: Config): void {
  const cookie = sessionCookie(request, config)
  if (cookie) void reply.clearCookie(cookie.name, cookie.options)
}
