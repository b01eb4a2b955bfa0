import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'
import { publicUrlIsHttps } from '../config/public-url.ts'

type CookieConfig = Pick<Config, 'cookieSecure' | 'publicUrl'>

/** Whether cookies of an answer carry Secure. A proxy that ends TLS need not be trusted for it where PUBLIC_URL says https. */
export function isSecure(config: CookieConfig, request: FastifyRequest): boolean {
  if (config.cookieSecure !== 'auto') return config.cookieSecure === 'true'
  return request.protocol === 'https' || publicUrlIsHttps(config)
}

/** How cookies are set: for this host alone, never sent along from another site. */
export function cookieOptions(config: CookieConfig, request: FastifyRequest): CookieSerializeOptions {
  return { path: '/', sameSite: 'lax', secure: isSecure(config, request) }
}
