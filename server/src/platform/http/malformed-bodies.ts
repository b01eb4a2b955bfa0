import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { limits } from '../limits/limits.ts'
import { perWindow, type Spending } from '../limits/per-window.ts'
import { Refusal } from './refusal.ts'

/** HTTP statuses of bodies that no client of this version sends; a broken business rule has 200. */
const ofForm: ReadonlySet<number> = new Set([400, 413])
/** Milliseconds that a refusal waits: 25 lanes of refusals without it took the calls of others from 2 to 57 ms. */
const pauseMs = 1000

/** Tells whether a request has a body, which a log-out does not. */
const hasBody = ({ method, headers }: FastifyRequest): boolean =>
  !['GET', 'HEAD'].includes(method) &&
  (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0)

/** Refuses, unread, the bodies of a session of which many were refused for their form. */
export function limitMalformedBodies(api: FastifyInstance): void {
  const spend = perWindow(limits.malformedBodies)
  const turns = new WeakMap<FastifyRequest, Spending>()
  api.addHook('preParsing', async (request) => {
    if (!request.caller || !hasBody(request)) return
    const turn = spend([{ key: request.caller.family }])
    if ('wait' in turn) {
      api.admission.waitForBody(request)
      await wait(pauseMs)
      throw new Refusal(limits.malformedBodies.refusal, {}, turn.wait)
    }
    turns.set(request, turn)
  })
  api.addHook('onSend', async (request, reply) => {
    const turn = turns.get(request)
    // A body that broke off says nothing about its form.
    if (turn && (!ofForm.has(reply.statusCode) || reply.raw.destroyed)) turn.cost = 0
  })
}
