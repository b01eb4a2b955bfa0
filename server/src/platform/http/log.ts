import type { FastifyInstance, FastifyServerOptions } from 'fastify'
import { type DestinationStream, pino } from 'pino'
import { describeError } from './error-report.ts'

/** Bytes of lines that wait while standard output takes none. */
const mostWaiting = 1_000_000

/**
 * Opens the log. Lines that a full disk does not take wait until there is room, and later ones are dropped: pino's own
 * stream ends the process at the first of them, and then waits for room before it is gone.
 */
export function openLog(): DestinationStream {
  const log = pino.destination({ dest: 1, sync: true, maxLength: mostWaiting })
  log.on('error', () => undefined)
  return log
}

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
