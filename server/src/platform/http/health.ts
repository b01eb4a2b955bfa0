import type { FastifyInstance } from 'fastify'
import { successEnvelope } from '@customer-center/contract/envelope'
import { isMigrated } from '../database/migrate.ts'
import type { Db } from '../database/query.ts'
import { replyRefusal } from './error-handler.ts'
import { Refusal } from './refusal.ts'

/**
 * Adds the routes for load balancers and orchestrators. `GET /livez` is 200 while the process answers at all, so that
 * only a hanging process is ended. `GET /readyz` is 200 while the server can take requests, and 503 while it stops, or
 * while its database does not answer or lacks migrations. It does not check storage and mail server, which all servers
 * share and can do without for a while: one failure would take every server away. The signing key was read before the
 * server listened.
 * @param stopping aborts when the server begins to stop
 */
export function registerHealth(app: FastifyInstance, db: Db, stopping: AbortSignal): void {
  let underWay: Promise<boolean> | undefined
  // These requests are not counted, so that a busy server does not count as a dead one. Simultaneous requests share one
  // answer instead, so they use at most one connection of the pool.
  const look = () => (underWay ??= isMigrated(db).finally(() => (underWay = undefined)))
  const hidden = { schema: { hide: true } }
  const fine = successEnvelope({ status: 'ok' })

  app.get('/livez', hidden, async (_request, reply) => reply.header('cache-control', 'no-store').send(fine))

  app.get('/readyz', hidden, async (request, reply) => {
    void reply.header('cache-control', 'no-store')
    if (stopping.aborted) return replyRefusal(reply, new Refusal('unavailable'))
    try {
      if (await look()) return reply.send(fine)
      request.log.error('not ready: the database lacks migrations of this version')
    } catch (error) {
      request.log.error({ err: error }, 'not ready: the database does not answer')
    }
    return replyRefusal(reply, new Refusal('unavailable'))
  })
}
