import cors from '@fastify/cors'
import { idempotencyHeader, personHeader, versionHeaders, xsrfHeader } from '@customer-center/contract/session'
import type { FastifyInstance } from 'fastify'

/** Lets exactly the listed pages call from another origin; any other gets no CORS header at all. */
export async function registerCors(app: FastifyInstance, origins: readonly string[]): Promise<void> {
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
