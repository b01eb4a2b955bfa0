import { createHash } from 'node:crypto'
import { brotliCompressSync } from 'node:zlib'
import { defaultRuntimeConfig, type RuntimeConfig } from '@customer-center/contract/runtime-config'
import { fallbackRoute, routes } from '@customer-center/contract/routes'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../platform/config/config.ts'

/**
 * The pictures as views of one file: a browser makes a document of its own of every SVG file, which takes 2 to 5 ms each. `file`
 * is seen from the configuration, so that it is found on pages of any origin and below any path.
 */
function imagesIn(file: string): RuntimeConfig['images'] {
  const pairs = [fallbackRoute, ...routes].map((route) => {
    const image = `${file}#${route.replaceAll('/', '-')}`
    return [route, { small: `${image}-small`, big: `${image}-big` }] as const
  })
  return Object.fromEntries(pairs)
}

/** For whom a configuration is: our own pages, or pages of any origin that load the elements. */
type Audience = 'host' | 'elements'

function apiUrl({ publicUrl }: Config, audience: Audience): string {
  return audience === 'host' || publicUrl === '' ? '/api' : `${publicUrl.replace(/\/+$/, '')}/api`
}

/** What elements start from, out of the server's settings, so that both sides keep the same table of rights. */
function runtimeConfig(config: Config, audience: Audience): RuntimeConfig {
  const { development, extendedWebshopRights, invoiceStampNo, notSpecifiedSalutation, routeRights } = config
  return {
    ...defaultRuntimeConfig,
    apiUrl: apiUrl(config, audience),
    images: imagesIn(audience === 'host' ? '../elements/assets/images.svg' : 'images.svg'),
    development,
    extendedWebshopRights,
    notSpecifiedSalutation,
    invoiceStampNo,
    routeRights
  }
}

/**
 * `config.prod.json` in the `assets` folder below the place where it is registered. A foreign page's relative apiUrl would
 * count from that page, so its configuration names PUBLIC_URL where that is set.
 */
export function runtimeConfigRoutes(app: FastifyInstance, config: Config, audience: Audience): void {
  const text = JSON.stringify(runtimeConfig(config, audience))
  // 128 bits tell configurations apart, and every element waits for these bytes.
  const etag = `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
  const compressed = brotliCompressSync(text)
  app.get('/assets/config.prod.json', async (request, reply) => {
    void reply.headers({ 'cache-control': 'no-cache', vary: 'accept-encoding', etag })
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    void reply.type('application/json; charset=utf-8')
    if (!/\bbr\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(text)
    return reply.header('content-encoding', 'br').send(compressed)
  })
}
