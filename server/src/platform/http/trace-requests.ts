import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Histogram } from 'prom-client'
import { inTrace, newTrace, readTrace, type Trace } from '../lib/trace.ts'
import { ownMetric } from '../metrics/metric.ts'

declare module 'node:http' {
  interface IncomingMessage {
    /** Time at which the head of the request was there, before it waited for its turn, in ms of `performance.now()`. */
    arrivedAt?: number
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The trace of the request; null before its hooks have begun. */
    trace: Trace | null
  }
}

/** Returns the caller's trace if TRUST_PROXY names a proxy that passed it on: other callers could mix up the log. */
function believedTrace(request: FastifyRequest): Trace | undefined {
  const { traceparent } = request.headers
  // `ips` has the trusted addresses: the peer, and behind it those that a proxy has named.
  return traceparent !== undefined && (request.ips?.length ?? 1) > 1 ? readTrace(traceparent) : undefined
}

export function traceRequests(app: FastifyInstance): void {
  app.decorateRequest('trace', null)
  app.addHook('onRequest', (request, _reply, done) => {
    request.trace = believedTrace(request) ?? newTrace()
    inTrace(request.trace, done)
  })
  // Events of an arriving body run outside of the trace.
  app.addHook('preValidation', (request, _reply, done) => inTrace(request.trace ?? newTrace(), done))
}

const duration = new Histogram({
  ...ownMetric(
    'http_request_duration_seconds',
    'Time from the head of a request to the end of its answer; its count is the number of requests',
    'method',
    'route',
    'status'
  ),
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
})

const shopPath = /^\/shops\/[^/]+/

/** Measures each answer by the pattern of its route, which all shops share, so that callers cannot create labels. */
export function measureRequests(app: FastifyInstance): void {
  app.addHook('onResponse', ({ method, routeOptions: { url }, is404, raw }, { statusCode }, done) => {
    const known =
      is404 || url === undefined ? { method: 'any', route: 'unknown' } : { method, route: url.replace(shopPath, '') }
    const arrivedAt = raw.arrivedAt ?? performance.now()
    duration.observe({ ...known, status: statusCode }, (performance.now() - arrivedAt) / 1000)
    done()
  })
}
