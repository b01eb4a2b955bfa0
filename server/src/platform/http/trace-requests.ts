import type { FastifyInstance, FastifyRequest } from 'fastify'
import { inTrace, newTrace, readTrace, type Trace } from '../lib/trace.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The trace of the request; null before its hooks have begun. */
    trace: Trace | null
  }
}

/** Returns the caller's trace, where TRUST_PROXY names a proxy that passed it on: anybody else could mix up the log. */
function believedTrace(request: FastifyRequest): Trace | undefined {
  const { traceparent } = request.headers
  // Fastify lists whom it believed: the peer, and behind it those that a proxy has named.
  return traceparent !== undefined && (request.ips?.length ?? 1) > 1 ? readTrace(traceparent) : undefined
}

/** Gives each request a trace, in which its work runs. */
export function traceRequests(app: FastifyInstance): void {
  app.decorateRequest('trace', null)
  app.addHook('onRequest', (request, _reply, done) => {
    request.trace = believedTrace(request) ?? newTrace()
    inTrace(request.trace, done)
  })
  // Events of an arriving body do not know the trace.
  app.addHook('preValidation', (request, _reply, done) => inTrace(request.trace ?? newTrace(), done))
}
