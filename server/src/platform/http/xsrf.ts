import { randomBytes, timingSafeEqual } from 'node:crypto'
import { xsrfCookie, xsrfHeader } from '@customer-center/contract/session'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'
import { cookieOptions, sessionCookie } from './cookies.ts'
import { isAllowedOrigin, isOwnOrigin } from './origin.ts'
import { Refusal } from './refusal.ts'

const harmless = new Set(['GET', 'HEAD', 'OPTIONS'])

function matches(given: unknown, cookie: string | undefined): boolean {
  if (typeof given !== 'string' || cookie === undefined || cookie === '') return false
  const [left, right] = [Buffer.from(given), Buffer.from(cookie)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/**
 * A listed page of another origin is let through: its cookies count for nothing (see `tokenOf`).
 * @throws Refusal `xsrf` for a state-changing request that carries one of our cookies without the matching header
 */
export function checkXsrf(request: FastifyRequest, config: Config): void {
  if (harmless.has(request.method) || isAllowedOrigin(request, config)) return
  const cookie = request.cookies[xsrfCookie]
  if (cookie === undefined && request.cookies[sessionCookie] === undefined) return
  if (!matches(request.headers[xsrfHeader.toLowerCase()], cookie)) throw new Refusal('xsrf')
}

/** Hands out the cookie on the first answer; not to another origin, whose elements send a token and need no cookie. */
export function setXsrfCookie(app: FastifyInstance, config: Config): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.cookies[xsrfCookie] || !isOwnOrigin(request, config.publicUrl)) return
    void reply.setCookie(xsrfCookie, randomBytes(24).toString('base64url'), cookieOptions(config, request))
  })
}
