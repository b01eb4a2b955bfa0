import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { OwnFiles } from './own-files.ts'

/** Registers the provider's texts and images below `assets/`. A change shows after the next start. */
export function ownFileRoutes(app: FastifyInstance, files: OwnFiles): void {
  for (const [name, { type, bytes }] of files) {
    const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
    app.get(`/assets/${name}`, async (request, reply) => {
      void reply.headers({ 'cache-control': 'no-cache', etag })
      if (request.headers['if-none-match'] === etag) return reply.code(304).send()
      return reply.type(type).send(bytes)
    })
  }
}
