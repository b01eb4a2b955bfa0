import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'

/** The session of a page of this server, for a reload; no script can read it. */
export const sessionCookie = 'KC-SESSION'

/** How cookies are set: for this host alone, never sent along from another site. */
export function cookieOptions(config: Config, request: FastifyRequest): CookieSerializeOptions {
  const secure = config.cookieSecure === 'auto' ? request.protocol === 'https' : config.cookieSecure === 'true'
  return { path: '/', sameSite: 'lax', secure }
}
