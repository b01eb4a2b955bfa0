import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'
import { publicPath, publicUrlIsHttps } from '../config/public-url.ts'

type CookieConfig = Pick<Config, 'cookieSecure' | 'publicUrl'>

/**
 * Tells whether cookies of an answer carry Secure. If PUBLIC_URL is https, the proxy that ends TLS need not be trusted.
 */
export function isSecure(config: CookieConfig, request: FastifyRequest): boolean {
  if (config.cookieSecure !== 'auto') return config.cookieSecure === 'true'
  return request.protocol === 'https' || publicUrlIsHttps(config)
}

/** Returns the options of cookies: for this host alone, and not sent with requests that other sites make. */
export function cookieOptions(config: CookieConfig, request: FastifyRequest): CookieSerializeOptions {
  return { path: '/', sameSite: 'lax', secure: isSecure(config, request) }
}

/**
 * Returns name and path of a cookie that only the server reads, one for each shop. Browsers accept a cookie with the
 * prefix `__Host-` only over https, from the host itself and for all its paths: no program on a sibling subdomain, and
 * nobody on an http connection, can replace it or set another for a longer path. If PUBLIC_URL has a path, such a
 * cookie would also go to the other programs of the host, so it is limited to that path and has no prefix.
 * @param path below the path of the shop or the server, for a cookie without the prefix
 */
export function ownCookie(
  request: FastifyRequest,
  config: Config,
  name: string,
  path: string
): { readonly name: string; readonly path: string } {
  // Neither an appKey nor the hash of an origin contains a dot, so two names never collide.
  const own = config.shop === undefined ? name : `${name}.${config.shop}`
  return isSecure(config, request) && publicPath(config) === config.path
    ? { name: `__Host-${own}`, path: '/' }
    : { name: own, path: publicPath(config) + path }
}
