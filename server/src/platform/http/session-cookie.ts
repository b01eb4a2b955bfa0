import { createHash } from 'node:crypto'
import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'
import { cookieOptions, isSecure, ownCookie } from './cookies.ts'
import { isAllowedOrigin, isOwnOrigin, passedPreflight } from './origin.ts'

/** Names of cookies: the session, and the marks of earlier logins in this browser. */
type Kept = 'KC-SESSION' | 'KC-BROWSER'

/**
 * Returns the cookie of a page of this server's origin: only one name is read, so that a cookie of another name is
 * ignored. Only the API reads it.
 */
const ownKept = (request: FastifyRequest, config: Config, kept: Kept = 'KC-SESSION') =>
  ownCookie(request, config, kept, '/api')

export const ownSessionCookie = (request: FastifyRequest, config: Config): string => ownKept(request, config).name

/**
 * Returns the cookie of a listed page of another origin. Each origin has a separate cookie: pages of the same site
 * share the browser's cookies for this server, and no page may use the login of another page.
 */
function embeddedCookie(request: FastifyRequest, config: Config, kept: Kept, origin: string): string {
  return `${ownKept(request, config, kept).name}-${createHash('sha256').update(origin).digest('hex').slice(0, 16)}`
}

/**
 * Returns the name of the cookie that may carry the session of the calling page; undefined for pages whose cookies are
 * ignored.
 */
export function sessionCookieName(
  request: FastifyRequest,
  config: Config,
  kept: Kept = 'KC-SESSION'
): string | undefined {
  if (isOwnOrigin(request, config.publicUrl)) return ownKept(request, config, kept).name
  const { origin } = request.headers
  const isListed = origin !== undefined && isAllowedOrigin(request, config)
  return isListed ? embeddedCookie(request, config, kept, origin) : undefined
}

const loopback = /^(?:localhost|[\w-]+\.localhost|(?:::ffff:)?127(?:\.\d+){3}|\[?::1\]?)$/

export const isLoopback = (name: string): boolean => loopback.test(name)

/**
 * Tells whether a browser would store a cookie of an embedded page: it needs Secure, and so https or an address of this
 * machine.
 */
function mayKeepEmbedded(request: FastifyRequest, config: Config): boolean {
  return passedPreflight(request) && (isSecure(config, request) || isLoopback(request.hostname))
}

function cookieOf(
  request: FastifyRequest,
  config: Config,
  kept: Kept = 'KC-SESSION'
): { readonly name: string; readonly options: CookieSerializeOptions } | undefined {
  const name = sessionCookieName(request, config, kept)
  if (name === undefined) return undefined
  const own = ownKept(request, config, kept)
  const common: CookieSerializeOptions = { path: own.path, httpOnly: true }
  if (name === own.name) return { name, options: { ...cookieOptions(config, request), ...common } }
  if (!mayKeepEmbedded(request, config)) return undefined
  return { name, options: { ...common, sameSite: 'none', secure: true, partitioned: true } }
}

/** Stores a login for the next visit of the calling page if a browser would accept and send the cookie. */
export function keepSession(request: FastifyRequest, reply: FastifyReply, config: Config, token: string): void {
  const cookie = cookieOf(request, config)
  if (cookie) void reply.setCookie(cookie.name, token, cookie.options)
}

export function forgetSession(request: FastifyRequest, reply: FastifyReply, config: Config): void {
  const cookie = cookieOf(request, config)
  if (cookie) void reply.clearCookie(cookie.name, cookie.options)
}

const separator = '.'
/** Limit of people who log in with one browser. */
const maxMarks = 5
const yearSeconds = 365 * 24 * 60 * 60

/** Returns the marks of earlier logins in the calling browser, the newest first: random ids that grant no access. */
export function loginMarksOf(request: FastifyRequest, config: Config): readonly string[] {
  const given = request.cookies[sessionCookieName(request, config, 'KC-BROWSER') ?? '']?.split(separator) ?? []
  return given.filter((mark) => /^[\w-]{43}$/.test(mark)).slice(0, maxMarks)
}

/** Stores the marks for a year if a browser would accept and send the cookie. */
export function keepLoginMarks(
  request: FastifyRequest,
  reply: FastifyReply,
  config: Config,
  marks: readonly string[]
): void {
  const cookie = cookieOf(request, config, 'KC-BROWSER')
  const value = marks.slice(0, maxMarks).join(separator)
  if (cookie) void reply.setCookie(cookie.name, value, { ...cookie.options, maxAge: yearSeconds })
}
