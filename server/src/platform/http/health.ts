import type { FastifyInstance } from 'fastify'
import { succeed } from '@customer-center/contract/envelope'
import { isMigrated } from '../database/migrate.ts'
import type { Db } from '../database/query.ts'
import { replyRefusal } from './error-handler.ts'
import { Refusal } from './refusal.ts'

/**
 * Adds the routes for load balancers and orchestrators: `GET /livez` is 200 for as long as the process answers at all,
 * so that only one that hangs is ended. `GET /readyz` is 200 when customers may be sent here, and 503 while the server
 * stops, or its database does not answer or lacks migrations. It checks nothing that all servers share and can do
 * without for a while, such as storage and mail server: one failure would take every server away. The signing key was
 * read before the server listened.
 * @param stopping aborts when the server begins to stop
 */
export function registerHealth(app: FastifyInstance, db: Db, stopping: AbortSignal): void {
  let underWay: Promise<boolean> | undefined
  // These requests are not counted, lest a busy server pass for a dead one. Requests at the same time share one answer
  // instead, so that however many there are, they use one of the pool's connections at most.
  const look = () => (underWay ??= isMigrated(db).finally(() => (underWay = undefined)))
  const hidden = { schema: { hide: true } }
  const fine = succeed({ status: 'ok' })

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
