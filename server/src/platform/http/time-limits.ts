import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { requestTimeoutMs } from '@customer-center/contract/limits'
import { Refusal } from './refusal.ts'

export interface TimeLimits {
  /** Time until an answer begins, in ms. */
  readonly responseMs: number
  /** Time without a byte on a connection, in ms. */
  readonly idleMs: number
  /** Time in ms within which the head of a request has to arrive; a violation is noticed after up to a quarter more. */
  readonly headersMs: number
  /** Time in ms within which a small body has to arrive, and after which the rate of a larger body is checked. */
  readonly bodyMs: number
  /** Time in ms within which the whole body has to arrive; a violation is noticed up to `bodyMs` later. */
  readonly wholeBodyMs: number
}

/** A client gives up after requestTimeoutMs, so the answer, or a refusal, has to come earlier. */
export const timeLimits: TimeLimits = {
  responseMs: requestTimeoutMs - 5000,
  idleMs: requestTimeoutMs * 2,
  headersMs: 10_000,
  bodyMs: 5000,
  wholeBodyMs: 300_000
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Timer that ends the wait for an answer; null before the wait. */
    responseTimer: NodeJS.Timeout | null
  }
}

/**
 * Refuses a request whose answer has not begun in time; the time in which its body arrives does not count. Fastify's
 * handlerTimeout would also cut an answer that is being sent, but a large document on a slow line may take long: once
 * it flows, only a connection without any byte is ended.
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

/** Minimum rate, which the slowest lines in use reach; Apache's mod_reqtimeout has the same. */
const leastBytesPerMs = 0.5

/**
 * Ends bodies that are sent slowly on purpose: those of public calls, which are small, after `bodyMs`; others below a
 * minimum rate; and all bodies that take too long. The reader of the body answers.
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
      // The reader of the body treats this as its failure, and the answer can still be sent. Without a reader, nothing
      // waits for the body.
      if (raw.listenerCount('error') > 0) raw.emit('error', new Refusal('tooSlow'))
    }, bodyMs)
    raw.once('end', () => clearInterval(timer))
    reply.raw.once('close', () => clearInterval(timer))
  })
}
