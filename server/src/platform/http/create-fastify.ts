import { randomInt } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import type { DestinationStream } from 'pino'
import type { Config } from '../config/config.ts'
import { limits } from '../limits/limits.ts'
import { replyRefusal, wantsPage } from './error-handler.ts'
import { logOptions, openLog } from './log.ts'
import { exceededLimit } from './modest-json.ts'
import { Refusal, type RefusalName } from './refusal.ts'
import type { TimeLimits } from './time-limits.ts'

const apiPath = /^(?:\/shops\/[^/]+)?\/(?:api|provider)\//

const parserFailures: Readonly<Record<string, RefusalName>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'tooSlow',
  HPE_HEADER_OVERFLOW: 'headerTooLarge'
}

const statusLines: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large'
}

/**
 * Answers input that Node's parser could not read. There is no request yet, so the envelope is written to the socket by
 * hand.
 */
function answerParserFailure(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const { status, envelope } = new Refusal(parserFailures[error.code ?? ''] ?? 'badRequest')
  const body = JSON.stringify(envelope)
  socket.end(
    `HTTP/1.1 ${status} ${statusLines[status] ?? 'Bad Request'}\r\nconnection: close\r\n` +
      `content-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  )
}

function answerExpectation(_request: IncomingMessage, response: ServerResponse): void {
  const { status, envelope } = new Refusal('expectationFailed')
  const body = JSON.stringify(envelope)
  const length = { 'content-length': Buffer.byteLength(body) }
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', connection: 'close', ...length })
  response.end(body)
}

/** Tells whether the request has headers of a proxy that TRUST_PROXY does not name. */
function isNotBelieved({ headers, ips, protocol }: FastifyRequest): boolean {
  // `ips` has the trusted addresses: with an untrusted peer, only the peer's.
  const address = headers['x-forwarded-for'] !== undefined && (ips?.length ?? 1) === 1
  return address || (headers['x-forwarded-proto'] === 'https' && protocol !== 'https')
}

/**
 * Warns once in the log that X-Forwarded-* was ignored: behind a proxy that TRUST_PROXY does not name, all callers
 * share its address and so one throttle. It only warns, because anybody may send such a header.
 */
function warnOfUntrustedProxy(app: FastifyInstance): void {
  let hasWarned = false
  app.addHook('onRequest', async (request) => {
    if (hasWarned || !isNotBelieved(request)) return
    hasWarned = true
    request.log.warn(
      'X-Forwarded-For or X-Forwarded-Proto came from an address that TRUST_PROXY does not name, and was ignored. If it is your ' +
        'reverse proxy, name it there: else all callers count as one. Cookies are Secure if PUBLIC_URL is https.'
    )
  })
}

/**
 * Creates the bare HTTP server: limits in time and size, the log, and answers to input that never becomes a request.
 */
export function createFastify(config: Config, times: TimeLimits, logStream?: DestinationStream): FastifyInstance {
  const app = fastify({
    logger: logOptions(config.logLevel, logStream ?? openLog()),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy,
    bodyLimit: Math.min(config.maxBodyBytes, limits.formBody.most),
    // The length allows an external ID of a provider with three bytes for each character and three characters for each
    // byte.
    routerOptions: { maxParamLength: 1800 },
    // The id has ten digits that a person can read out, in the answer and in the log.
    genReqId: () => String(randomInt(1_000_000_000, 10_000_000_000)),
    // Node's own answer is not an envelope, so limitBodyTime comes first: this limit is for bodies that nobody reads.
    requestTimeout: times.wholeBodyMs + 2 * times.bodyMs,
    connectionTimeout: times.idleMs,
    // The timeout is longer than the 60 s that load balancers usually have, so that the server never closes first.
    keepAliveTimeout: 72_000,
    // While stopping, the server still answers requests on an open connection, in the envelope.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    http: {
      requireHostHeader: false,
      headersTimeout: times.headersMs,
      // By default Node checks its connections every 30 s, and ends none earlier.
      connectionsCheckingInterval: Math.ceil(times.headersMs / 4)
    },
    clientErrorHandler: answerParserFailure,
    // A URL that cannot be decoded reaches no route, so the hooks that set headers do not run.
    frameworkErrors: (_error, request, reply) => {
      if (wantsPage(request) && !apiPath.test(request.url)) {
        // A browser gets the page for a missing address.
        request.raw.url = '/404'
        app.routing(request.raw, reply.raw)
        return
      }
      void replyRefusal(
        reply.headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }),
        new Refusal('badRequest')
      )
    }
  })
  app.server.on('checkExpectation', answerExpectation)
  warnOfUntrustedProxy(app)
  return app
}

/**
 * Reads JSON bodies, once a look at the text has counted members and depth. An empty body counts as none: clients name a content type even for calls without a body. Keys that
 * would reach an object's prototype are refused.
 */
export function registerJsonParser(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = body.toString()
    const exceeded = exceededLimit(text, request.routeOptions.bodyLimit)
    if (text.length === 0) done(null, undefined)
    else if (exceeded) done(new Refusal(exceeded.refusal))
    else void parse(request, text, done)
  })
}
