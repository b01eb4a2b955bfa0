import { hash } from 'node:crypto'
import { brotliCompressSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../platform/config/config.ts'
import type { OwnFiles } from './own-files.ts'
import { type Audience, runtimeConfig } from './runtime-config.ts'

/** Registers `assets/config.prod.json` below the prefix of `app`. */
export function runtimeConfigRoutes(app: FastifyInstance, config: Config, audience: Audience, files: OwnFiles): void {
  const text = JSON.stringify(runtimeConfig(config, audience, files))
  // 128 bits tell configurations apart, and every element waits for these bytes.
  const etag = `W/"${hash('sha256', text, 'base64url').slice(0, 22)}"`
  const compressed = brotliCompressSync(text)
  app.get('/assets/config.prod.json', async (request, reply) => {
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
