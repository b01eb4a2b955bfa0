import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import cors from '@fastify/cors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { idempotencyHeader } from '@customer-center/contract/endpoint'
import { personHeader, versionHeaders, xsrfHeader } from '@customer-center/contract/session'
import type { Config } from '../config/config.ts'
import { noteSecurityEvent } from './security-event.ts'

// After its session has ended, a page recognises by the person's mark whether the same person logs in again.
const exposedHeaders = ['Retry-After', personHeader]

/** Returns the headers of an answer that Fastify does not see, with which a listed page may read it. */
export function crossOriginHeaders(
  { headers: { origin } }: IncomingMessage,
  { corsOrigins }: Config
): OutgoingHttpHeaders {
  if (origin === undefined || !corsOrigins.includes(origin)) return { vary: 'Origin' }
  return {
    vary: 'Origin',
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': exposedHeaders.join(', ')
  }
}

/** Allows only listed pages to call from another origin; all others get no CORS header. */
export async function registerCors(
  app: FastifyInstance,
  { corsOrigins: origins, publicUrl }: Pick<Config, 'corsOrigins' | 'publicUrl'>
): Promise<void> {
  app.addHook('onRequest', async (request) => {
    const { origin } = request.headers
    if (origin !== undefined && !origins.includes(origin) && !isOwnOrigin(request, publicUrl))
      noteSecurityEvent(request, 'cors-refused', { route: request.routeOptions.url ?? null })
  })
  await app.register(cors, {
    origin: async (origin: string | undefined) => (origin !== undefined && origins.includes(origin) ? origin : false),
    credentials: true,
    methods: ['GET', 'HEAD', 'POST', 'PUT'],
    allowedHeaders: [
      'Accept',
      'Authorization',
      'Content-Type',
      ...versionHeaders,
      xsrfHeader,
      idempotencyHeader,
      personHeader,
      'If-None-Match'
    ],
    exposedHeaders,
    // Chromium caches a preflight for at most two hours.
    maxAge: 7200
  })
}

/**
 * Tells whether a request of another origin must have passed a CORS preflight: it has a header that no form, image or
 * simple request can carry, so a script of a page in CORS_ORIGINS has sent it.
 */
export function passedPreflight(request: FastifyRequest): boolean {
  return versionHeaders.some((name) => request.headers[name.toLowerCase()] !== undefined)
}

/**
 * Tells whether the request comes from a page of this server. Browsers say so in Sec-Fetch-Site; older browsers, and
 * all browsers over plain http, only in Origin, which a page's own GET lacks. The scheme is not compared, because a
 * proxy may have ended TLS.
 */
export function isOwnOrigin(request: FastifyRequest, publicUrl: string): boolean {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  const { origin } = request.headers
  if (origin === undefined) return true
  if (!URL.canParse(origin)) return false
  const { host } = new URL(origin)
  return host === request.host || (publicUrl !== '' && host === new URL(publicUrl).host)
}

/**
 * Tells whether the request comes from another origin that CORS_ORIGINS lists: no page can forge the browser's `Origin`
 * header. From a sibling subdomain the browser also sends the cookies of our own pages, which are ignored there.
 */
export function isAllowedOrigin(request: FastifyRequest, config: Pick<Config, 'corsOrigins' | 'publicUrl'>): boolean {
  const { origin } = request.headers
  return origin !== undefined && config.corsOrigins.includes(origin) && !isOwnOrigin(request, config.publicUrl)
}
