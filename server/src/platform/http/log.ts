import type { FastifyInstance, FastifyServerOptions } from 'fastify'
import type { DestinationStream } from 'pino'
import { describeError } from './error-report.ts'

/**
 * Lists everything that is logged: no URL (it contains the query string), header, cookie, body or address of a person.
 */
export function logOptions(level: string, stream?: DestinationStream): NonNullable<FastifyServerOptions['logger']> {
  return {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    ...(stream && { stream }),
    serializers: {
      err: (error) => ({ ...(error instanceof Error ? describeError(error) : error) }),
      req: (request) => ({ method: request.method, route: request.routeOptions?.url ?? '' }),
      res: () => ({})
    }
  }
}

/** Logs one line for each answer. */
export function logResponses(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request
    const ms = Math.round(reply.elapsedTime * 10) / 10
    request.log.info({ method, route: routeOptions.url ?? null, status: reply.statusCode, ms }, 'answered')
  })
}
