import cors from '@fastify/cors'
import type { FastifyInstance } from 'fastify'
import { idempotencyHeader, personHeader, versionHeaders, xsrfHeader } from '@customer-center/contract/session'
import type { Config } from '../config/config.ts'
import { isOwnOrigin } from './origin.ts'
import { noteSecurityEvent } from './security-event.ts'

/** Lets exactly the listed pages call from another origin; any other gets no CORS header at all. */
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
    // A page that has lost its session tells by the person's mark whether the same person logs in again.
    exposedHeaders: ['Retry-After', personHeader],
    // Chromium caches a preflight for two hours at most.
    maxAge: 7200
  })
}
