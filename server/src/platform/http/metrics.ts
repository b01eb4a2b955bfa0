import { hash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Registry } from 'prom-client'
import type { Config } from '../config/config.ts'
import type { Metrics } from '../metrics/collect-metrics.ts'

const loopback = /^(?:::1|(?:::ffff:)?127(?:\.\d{1,3}){3})$/
const loopbackHost = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i
const forwarded = /^(?:x-forwarded-|x-real-ip$|forwarded$|via$)/

/** Tells whether a proxy has passed a request on, as far as its headers reveal it. */
export const isForwarded = (headers: object): boolean => Object.keys(headers).some((name) => forwarded.test(name))

const digest = (text: string): Buffer => hash('sha256', text, 'buffer')

/**
 * Tells whether a program may read the metrics. If there is a token, the program needs it; otherwise the program has to
 * run on this machine, without a proxy, since a proxy on the machine would pass on everybody's requests. TRUST_PROXY,
 * the headers of a proxy or a public host name reveal a proxy.
 */
function mayRead({ headers, socket }: FastifyRequest, { metricsToken, trustProxy }: Config): boolean {
  if (metricsToken !== '') return timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${metricsToken}`))
  const isProxied = trustProxy !== false || isForwarded(headers)
  return !isProxied && loopback.test(socket.remoteAddress ?? '') && loopbackHost.test(headers.host ?? '')
}

const refusal =
  'With METRICS_TOKEN the metrics need it as Authorization: Bearer. Without it only programs of this machine may read them, and none where TRUST_PROXY is set.\n'

/**
 * Adds `GET /metrics` in the text format of Prometheus. Like `/livez` it is answered even if the server is overloaded.
 */
export function registerMetrics(app: FastifyInstance, config: Config, { registries, look }: Metrics): void {
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    void reply.header('cache-control', 'no-store')
    if (mayRead(request, config)) {
      await look()
      const texts = await Promise.all(registries.map((registry) => registry.metrics()))
      return reply.type(Registry.PROMETHEUS_CONTENT_TYPE).send(texts.join('\n'))
    }
    return reply.code(401).header('www-authenticate', 'Bearer').type('text/plain; charset=utf-8').send(refusal)
  })
}
