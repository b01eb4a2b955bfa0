import { hash } from 'node:crypto'
import { brotliCompressSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import type { RuntimeConfig } from '@customer-center/contract/runtime-config'
import type { Config } from '../platform/config/config.ts'
import { relyingParty } from '../platform/config/public-url.ts'
import type { OwnFiles } from './own-files.ts'
import { type Audience, runtimeConfig } from './runtime-config.ts'

function answerWith(configuration: RuntimeConfig) {
  const text = JSON.stringify(configuration)
  // 128 bits tell configurations apart, and every element waits for these bytes.
  const etag = `W/"${hash('sha256', text, 'base64url').slice(0, 22)}"`
  return { text, etag, compressed: brotliCompressSync(text) }
}

/**
 * Registers `assets/config.prod.json` below the prefix of `app`. The demo opens under several names, and its passkeys
 * are good for that of PUBLIC_URL alone.
 */
export function runtimeConfigRoutes(app: FastifyInstance, config: Config, audience: Audience, files: OwnFiles): void {
  const configuration = runtimeConfig(config, audience, files)
  const complete = answerWith(configuration)
  const features = configuration.features.filter((feature) => feature !== 'passkeys')
  const elsewhere = config.demo ? answerWith({ ...configuration, features }) : complete
  const ofPasskeys = relyingParty(config)?.id
  app.get('/assets/config.prod.json', async (request, reply) => {
    const { text, etag, compressed } = request.hostname === ofPasskeys ? complete : elsewhere
    void reply.headers({ 'cache-control': 'no-cache', vary: 'accept-encoding', etag })
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    void reply.type('application/json; charset=utf-8')
    if (!/\bbr\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(text)
    return reply.header('content-encoding', 'br').send(compressed)
  })
}

/** Registers the provider's texts and images below `assets/`. A change shows after the next start. */
export function ownFileRoutes(app: FastifyInstance, files: OwnFiles): void {
  for (const [name, { type, bytes }] of files) {
    const etag = `"${hash('sha256', bytes, 'base64url').slice(0, 22)}"`
    app.get(`/assets/${name}`, async (request, reply) => {
      void reply.headers({ 'cache-control': 'no-cache', etag })
      if (request.headers['if-none-match'] === etag) return reply.code(304).send()
      return reply.type(type).send(bytes)
    })
  }
}
