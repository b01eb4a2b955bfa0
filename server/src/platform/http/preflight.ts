import { versionHeaders } from '@customer-center/contract/session'
import type { FastifyRequest } from 'fastify'

/**
 * Tells whether a request of another origin must have passed a CORS preflight: it carries a header that no form, image
 * or simple request can carry, so that a script of a page that CORS_ORIGINS lists has made it.
 */
export function passedPreflight(request: FastifyRequest): boolean {
  return versionHeaders.some((name) => request.headers[name.toLowerCase()] !== undefined)
}
