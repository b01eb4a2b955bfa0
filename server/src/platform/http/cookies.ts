import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'
import { publicPath, publicUrlIsHttps } from '../config/public-url.ts'

type CookieConfig = Pick<Config, 'cookieSecure' | 'publicUrl'>

/**
 * Tells whether cookies of an answer carry Secure. A proxy that ends TLS need not be trusted for it where PUBLIC_URL
 * says https.
 */
export function isSecure(config: CookieConfig, request: FastifyRequest): boolean {
  if (config.cookieSecure !== 'auto') return config.cookieSecure === 'true'
  return request.protocol === 'https' || publicUrlIsHttps(config)
}

/** Returns the options of cookies: for this host alone, never sent along from another site. */
export function cookieOptions(config: CookieConfig, request: FastifyRequest): CookieSerializeOptions {
  return { path: '/', sameSite: 'lax', secure: isSecure(config, request) }
}

/**
 * Returns name and path of a cookie that only the server reads, one for each shop. Browsers take a cookie whose name
 * begins with `__Host-` only over https, from the host itself and for all its paths: no program on a sibling subdomain,
 * and nobody on an http connection, can put one of theirs in its place, also not beside it for a longer path. Where
 * PUBLIC_URL has a path such a cookie would reach the programs beside the server, so there it stays below the path,
 * without this protection.
 * @param path below the shop's or the server's own, where the prefix is missing
 */
export function ownCookie(
  request: FastifyRequest,
  config: Config,
  name: string,
  path: string
): { readonly name: string; readonly path: string } {
  // No appKey and no hash of an origin has a dot: no two names meet.
  const own = config.shop === undefined ? name : `${name}.${config.shop}`
  return isSecure(config, request) && publicPath(config) === config.path
    ? { name: `__Host-${own}`, path: '/' }
    : { name: own, path: publicPath(config) + path }
}
