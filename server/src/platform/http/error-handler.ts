import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Counter } from 'prom-client'
import { errorCode, isDatabaseAway } from '../database/errors.ts'
import { ownMetric } from '../metrics/metric.ts'
import { StorageError } from '../storage/file-store.ts'
import { describeError, requestTexts } from './error-report.ts'
import { Refusal, type RefusalName } from './refusal.ts'
import { noteRefusal } from './security-event.ts'
import texts from './texts.json' with { type: 'json' }

const byStatus: Readonly<Record<number, RefusalName>> = {
  400: 'badRequest',
  404: 'notFound',
  408: 'tooSlow',
  413: 'tooLarge',
  415: 'wrongContentType',
  431: 'headerTooLarge',
  503: 'overloaded'
}

// Only Fastify's own errors surely have both.
function isClientError({ code = '', statusCode: status = 500 }: Partial<FastifyError>): boolean {
  return code.startsWith('FST_') && ((status >= 400 && status < 500) || status === 503)
}

const lacks: Readonly<Record<string, string>> = {
  '53100': 'the disk of the database is full',
  '53200': 'the database is out of memory',
  '53300': 'the database has too many connections',
  '58030': 'the database cannot read or write its disk',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  EROFS: 'the disk is read-only',
  EMFILE: 'there are no file handles left',
  ENFILE: 'there are no file handles left'
}

/**
 * Names, for the log, the resource that the machine lacks, if that caused the failure: the code of PostgreSQL or Node
 * on an error or its cause.
 */
function lackOfResources(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  return lacks[errorCode(error)] ?? lackOfResources(error.cause)
}

const refusals = new Counter(
  ownMetric('refusals_total', 'Requests that were refused, by the name of the refusal', 'refusal')
)

// A counter that first appears with the value 1 shows no increase, so it starts at 0.
for (const refusal of Object.keys(texts)) refusals.inc({ refusal }, 0)

/** Returns the refusal for any thrown error; unexpected errors and security events are logged. */
export function toRefusal(error: FastifyError, request: FastifyRequest): Refusal {
  const refusal = refusalFor(error, request)
  refusals.inc({ refusal: refusal.message })
  return refusal
}

function refusalFor(error: FastifyError, request: FastifyRequest): Refusal {
  if (error instanceof Refusal) {
    noteRefusal(request, error)
    return error
  }
  if (request.raw.destroyed && !request.raw.complete) {
    request.log.info('the client closed the connection before its request was there')
    return new Refusal('badRequest')
  }
  if (isClientError(error)) return new Refusal(byStatus[error.statusCode ?? 400] ?? 'badRequest')
  request.log.error(
    { err: describeError(error, requestTexts(request)) },
    lackOfResources(error) ?? 'failed unexpectedly'
  )
  return error instanceof StorageError || isDatabaseAway(error)
    ? new Refusal('unavailable')
    : new Refusal('unexpected', { number: request.id })
}

export function replyRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  if (refusal.retryAfter !== undefined) void reply.header('retry-after', refusal.retryAfter)
  return reply.code(refusal.status).type('application/json; charset=utf-8').send(refusal.envelope)
}

/** Answers every error with an envelope. Unexpected ones are logged in full under the number in the answer. */
export function registerErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    // The next request would begin with the unread rest of the body.
    if (error.statusCode === 413) void reply.header('connection', 'close')
    return replyRefusal(reply, toRefusal(error, request))
  })
}

const methods = ['GET', 'POST', 'PUT'] as const

/**
 * Answers 405 where the path knows another method, 404 elsewhere.
 * @param answer writes a refusal in this API's form; by default as an envelope
 */
export function registerApiNotFound(
  app: FastifyInstance,
  answer = (refusal: Refusal, _request: FastifyRequest, reply: FastifyReply) => replyRefusal(reply, refusal)
): void {
  app.setNotFoundHandler((request, reply) => {
    const url = request.url.split('?')[0] ?? ''
    const known = methods.filter((method) => app.hasRoute({ method, url }))
    if (known.length === 0) return answer(new Refusal('notFound'), request, reply)
    return answer(new Refusal('methodNotAllowed'), request, reply.header('allow', known.join(', ')))
  })
  // These routes come before the wildcard of the static files.
  for (const url of ['/', '/*']) {
    app.get(url, { schema: { hide: true } }, (_request, reply) => reply.callNotFound())
  }
}

/**
 * Tells whether a browser navigates to an address: only a navigation names HTML, unlike a program or a page that
 * fetches one of its parts.
 */
export function wantsPage({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>): boolean {
  return (method === 'GET' || method === 'HEAD') && /\btext\/html\b/i.test(headers.accept ?? '')
}

/** Answers with a sentence alone. */
export function refuseInWords(reply: FastifyReply, name: RefusalName): FastifyReply {
  const { status, sentence } = new Refusal(name)
  return reply.code(status).type('text/plain; charset=utf-8').send(sentence)
}

/**
 * Answers a path outside of the folder, or an impossible file name, like a missing file: details would only help an
 * attacker.
 */
export function registerFileErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const status = error.statusCode ?? 500
    if (status === 400 || status === 403) return reply.callNotFound()
    if (status === 412 || status === 416) return refuseInWords(reply, 'badRequest')
    return replyRefusal(reply, toRefusal(error, request))
  })
}
