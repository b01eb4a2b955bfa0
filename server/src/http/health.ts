import { succeed } from '@customer-center/contract/envelope'
import type { FastifyInstance } from 'fastify'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../database/tables.ts'
import { refuse } from './failures.ts'
import { Refusal } from './refusal.ts'

/** `GET /healthz` for load balancers: 200 when the database answers, 503 otherwise. */
export function answerHealth(app: FastifyInstance, db: Kysely<Tables>): void {
  app.get('/healthz', { schema: { hide: true } }, async (request, reply) => {
    try {
      await sql`select 1`.execute(db)
    } catch (error) {
      request.log.error({ err: error }, 'the database does not answer')
      return refuse(reply, new Refusal('unavailable'))
    }
    return reply.header('cache-control', 'no-store').send(succeed({ status: 'ok' }))
  })
}
