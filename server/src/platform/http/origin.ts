import type { FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'

/**
 * Whether a page of this server asks. Browsers say it in Sec-Fetch-Site; older ones, and all of them over plain http, only
 * in Origin, which is missing on a page's own GET. The scheme is not compared, because a proxy may have ended TLS.
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
 * Whether a listed page of another origin asks. On a sibling subdomain the browser sends our Lax cookies along, which that page
 * cannot read: it proves itself by Origin, which no page can forge, and speaks for nobody but through a token of its own.
 */
export function isListedPage(request: FastifyRequest, config: Pick<Config, 'corsOrigins' | 'publicUrl'>): boolean {
  const { origin } = request.headers
  return origin !== undefined && config.corsOrigins.includes(origin) && !isOwnOrigin(request, config.publicUrl)
}
