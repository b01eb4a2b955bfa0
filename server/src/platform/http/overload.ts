import type { FastifyInstance } from 'fastify'
import { Refusal } from './refusal.ts'

/**
 * Refuses work beyond `most` requests at once, so that under ten times the load those that are taken still end in time. A
 * counter is enough: what waits here waits for the database or the disk, which a watch on the event loop does not see.
 */
export function limitPending(app: FastifyInstance, most: number): void {
  let pending = 0
  app.addHook('onRequest', async (_request, reply) => {
    if (pending >= most) throw new Refusal('overloaded')
    pending += 1
    // Comes once for every request, answered or broken off.
    reply.raw.once('close', () => (pending -= 1))
  })
}
