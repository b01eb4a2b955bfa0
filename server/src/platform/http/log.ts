import type { FastifyBaseLogger, FastifyInstance, FastifyServerOptions } from 'fastify'
import { type DestinationStream, pino } from 'pino'
import type { Database } from '../database/connection.ts'
import { errorCode } from '../database/errors.ts'
import { currentTrace } from '../lib/trace.ts'
import { describeError } from './error-report.ts'

/** Limit of the buffer, in bytes, while standard output does not accept lines. */
const maxWaiting = 1_000_000

/**
 * Opens the log. While the disk is full, lines wait in a buffer, and further lines are dropped: by default pino ends
 * the process at the first failed line.
 */
export function openLog(): DestinationStream {
  const log = pino.destination({ dest: 1, sync: true, maxLength: maxWaiting })
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
    mixin: () => ({ trace: currentTrace()?.id }),
    serializers: {
      err: (error) => ({ ...(error instanceof Error ? describeError(error) : error) }),
      req: (request) => ({ method: request.method, route: request.routeOptions?.url ?? '' }),
      res: () => ({})
    }
  }
}

export function logResponses(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    if (request.isTurnedAway) return
    const { method, routeOptions } = request
    const ms = Math.round(reply.elapsedTime * 10) / 10
    const trace = request.trace?.id
    request.log.info({ method, route: routeOptions.url ?? null, status: reply.statusCode, ms, trace }, 'answered')
  })
}

/** PostgreSQL's codes for values that it cannot store: callers expect these errors, and refuse the values. */
const aboutValues = /^2[23]/
const longestText = 300

/** Logs statements that are slow or fail, without their values. */
export function logStatements(
  { watchStatements }: Pick<Database, 'watchStatements'>,
  log: Pick<FastifyBaseLogger, 'warn'>,
  slowMs: number
): void {
  watchStatements((text, ms, error) => {
    const code = errorCode(error)
    if ((error === undefined && ms < slowMs) || aboutValues.test(code)) return
    const line = {
      statement: text.replaceAll(/\s+/g, ' ').slice(0, longestText),
      ms: Math.round(ms),
      code: code || undefined
    }
    log.warn(line, error === undefined ? 'a statement was slow' : 'a statement has failed')
  })
}
