import type { FastifyInstance } from 'fastify'
import { Refusal } from './refusal.ts'

/**
 * Refuses more than `most` requests at once, so that those that are accepted still finish in time under ten times the load. A
 * counter is enough: requests wait for the database or the disk, which a check of the event loop's delay does not see.
 */
export function limitConcurrency(app: FastifyInstance, most: number): void {
  let pending = 0
  app.addHook('onRequest', async (_request, reply) => {
    if (pending >= most) throw new Refusal('overloaded')
    pending += 1
    // Emitted once for every request, answered or aborted.
    reply.raw.once('close', () => (pending -= 1))
  })
}
