import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { limits } from '../limits/limits.ts'
import { perWindow, type Spending } from '../limits/per-window.ts'
import { Refusal } from './refusal.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Turn of a session's body; it costs nothing unless the body is refused for its form. */
    bodyTurn: Spending | null
  }
}

/** HTTP statuses of bodies that no client of this version sends; a broken business rule has 200. */
const ofForm: ReadonlySet<number> = new Set([400, 413])
/** Milliseconds that a refusal waits: 25 lanes of refusals without it took the calls of others from 2 to 57 ms. */
const pauseMs = 1000

/** Refuses, unread, the bodies of a session of which many were refused for their form. */
export function limitMalformedBodies(api: FastifyInstance): void {
  const spend = perWindow(limits.malformedBodies)
  api.decorateRequest('bodyTurn', null)
  api.addHook('preParsing', async (request) => {
    if (!request.caller || request.method === 'GET') return
    const turn = spend([{ key: request.caller.family }])
    if (!('wait' in turn)) {
      request.bodyTurn = turn
      return
    }
    api.admission.pause(request)
    await wait(pauseMs)
    throw new Refusal(limits.malformedBodies.refusal, {}, turn.wait)
  })
  api.addHook('onSend', async ({ bodyTurn }, reply) => {
    // A body that broke off says nothing about its form.
    if (bodyTurn && (!ofForm.has(reply.statusCode) || reply.raw.destroyed)) bodyTurn.cost = 0
  })
}
