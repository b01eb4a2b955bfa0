import { requestTimeoutMs } from '@customer-center/contract/limits'
import type { FastifyInstance } from 'fastify'
import { Refusal } from './refusal.ts'

export interface TimeLimits {
  /** Until an answer begins, in ms. */
  readonly responseMs: number
  /** Without a byte on a connection, in ms. */
  readonly idleMs: number
}

/** A client gives up after requestTimeoutMs: the answer, if only a refusal, has to come before. */
export const timeLimits: TimeLimits = { responseMs: requestTimeoutMs - 5000, idleMs: requestTimeoutMs * 2 }

/**
 * Refuses a request whose answer has not begun in time. Fastify's own handlerTimeout also cuts what is being sent, and a large
 * document on a slow line takes as long as it takes: once it flows, only a connection without any byte is ended.
 */
export function limitResponseTime(app: FastifyInstance, { responseMs }: TimeLimits): void {
  const timers = new WeakMap<object, NodeJS.Timeout>()
  app.addHook('onRequest', async (request, reply) => {
    const timer = setTimeout(() => void reply.send(new Refusal('overloaded')), responseMs)
    timers.set(request, timer)
    reply.raw.once('close', () => clearTimeout(timer))
  })
  app.addHook('onSend', async (request) => clearTimeout(timers.get(request)))
}
