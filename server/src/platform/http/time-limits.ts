import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { requestTimeoutMs } from '@customer-center/contract/limits'
import { Refusal } from './refusal.ts'

export interface TimeLimits {
  /** Time until an answer begins, in ms. */
  readonly responseMs: number
  /** Time without a byte on a connection, in ms. */
  readonly idleMs: number
  /** Time until the head of a request has to be there, in ms; noticed a quarter of that later at most. */
  readonly headersMs: number
  /** Time until a body has to be there, or to have come fast enough, in ms. */
  readonly bodyMs: number
  /** Time until the whole body has to be there, in ms; noticed `bodyMs` later at most. */
  readonly wholeBodyMs: number
}

/** A client gives up after requestTimeoutMs: the answer, if only a refusal, has to come before. */
export const timeLimits: TimeLimits = {
  responseMs: requestTimeoutMs - 5000,
  idleMs: requestTimeoutMs * 2,
  headersMs: 10_000,
  bodyMs: 5000,
  wholeBodyMs: 300_000
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Ends the waiting for an answer; null before it began. */
    responseTimer: NodeJS.Timeout | null
  }
}

/**
 * Refuses a request whose answer has not begun in time, not counting the time in which its body arrives. Fastify's own
 * handlerTimeout also cuts what is being sent, and a large document on a slow line takes as long as it takes: once it
 * flows, only a connection without any byte is ended.
 */
export function limitResponseTime(app: FastifyInstance, { responseMs }: TimeLimits): void {
  app.decorateRequest('responseTimer', null)
  const stop = ({ responseTimer }: FastifyRequest) => {
    if (responseTimer) clearTimeout(responseTimer)
  }
  const start = (request: FastifyRequest, reply: FastifyReply) => {
    if (reply.sent || reply.raw.destroyed) return
    request.responseTimer = setTimeout(() => void reply.send(new Refusal('overloaded')), responseMs)
  }
  app.addHook('onRequest', async (request, reply) => {
    start(request, reply)
    reply.raw.once('close', () => stop(request))
  })
  app.addHook('preParsing', async (request, reply) => {
    if (request.raw.complete) return
    stop(request)
    request.raw.once('end', () => start(request, reply))
  })
  app.addHook('onSend', async (request) => stop(request))
}

/** The least rate of the slowest line in use; Apache's mod_reqtimeout takes the same. */
const leastBytesPerMs = 0.5

/**
 * Ends bodies that are sent slowly on purpose: those of public calls, which are small, in any case, others below a
 * least rate; and honest ones that take too long. The reader of the body answers.
 */
export function limitBodyTime(app: FastifyInstance, { bodyMs, wholeBodyMs }: TimeLimits): void {
  app.addHook('preParsing', async (request, reply) => {
    const { raw, routeOptions } = request
    if (raw.complete) return
    const { socket } = raw
    const before = socket.bytesRead
    const begun = Date.now()
    const isFastEnough = () => {
      const ms = Date.now() - begun
      const isFast = socket.bytesRead - before >= ms * leastBytesPerMs
      return routeOptions.config.access !== 'public' && isFast && ms < wholeBodyMs
    }
    const timer = setInterval(() => {
      if (isFastEnough()) return
      clearInterval(timer)
      void reply.header('connection', 'close')
      // The reader of the body takes that for its failure, and the answer can still be sent. Without a reader nobody
      // waits for it.
      if (raw.listenerCount('error') > 0) raw.emit('error', new Refusal('tooSlow'))
    }, bodyMs)
    raw.once('end', () => clearInterval(timer))
    reply.raw.once('close', () => clearInterval(timer))
  })
}
