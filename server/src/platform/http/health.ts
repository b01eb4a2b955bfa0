import { succeed } from '@customer-center/contract/envelope'
import type { FastifyInstance } from 'fastify'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../database/tables.ts'
import { refuse } from './error-handler.ts'
import { Refusal } from './refusal.ts'

/** `GET /healthz` for load balancers: 200 when the database answers, 503 otherwise. */
export function registerHealth(app: FastifyInstance, db: Kysely<Tables>): void {
  let underWay: Promise<unknown> | undefined
  // Not counted by limitConcurrency, lest a busy server pass for a dead one. Those who ask at once share one answer instead, so that
  // however many there are, they use one of the pool's connections at most.
  const look = () => (underWay ??= sql`select 1`.execute(db).finally(() => (underWay = undefined)))

  app.get('/healthz', { schema: { hide: true } }, async (request, reply) => {
    try {
      await look()
    } catch (error) {
      request.log.error({ err: error }, 'the database does not answer')
      return refuse(reply, new Refusal('unavailable'))
    }
    return reply.header('cache-control', 'no-store').send(succeed({ status: 'ok' }))
  })
}
