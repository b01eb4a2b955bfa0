import { STATUS_CODES } from 'node:http'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { toRefusal } from '../../platform/http/error-handler.ts'
import type { Refusal, RefusalName } from '../../platform/http/refusal.ts'
import { withoutHashes } from '../../platform/lib/hashes.ts'

/** A failure as RFC 9457 writes it. */
export const problemSchema = z.object({
  type: z.literal('about:blank'),
  title: z.string().describe('The name of the HTTP status'),
  status: z.int(),
  detail: z.string().describe('What is wrong, in English, for the people who run the calling program')
})

/** An expected failure of the provider's API. Its reader runs a program, so its sentence is English. */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly status: number
  readonly headers: Readonly<Record<string, string>>

  constructor(status: number, detail: string, headers: Readonly<Record<string, string>> = {}) {
    super(withoutHashes(detail))
    this.status = status
    this.headers = headers
  }
}

export const wrongKey = 'The key is missing, unknown, expired or revoked.'

const details: Partial<Record<RefusalName, string>> = {
  badRequest: 'The request is malformed.',
  badCharacters: 'The request contains characters that cannot be stored.',
  notLoggedIn: wrongKey,
  notFound: 'There is nothing at this address.',
  methodNotAllowed: 'This address does not know the method.',
  tooSlow: 'The request took too long.',
  tooLarge: 'The body is too large.',
  wrongContentType: 'The call does not take a body of this content type: openapi.json says which.',
  tooManyLogins: 'Too many tries failed. Retry-After says when the next one makes sense.',
  overloaded: 'The server is overloaded. Retry-After says when another try makes sense.',
  unavailable: 'The server cannot answer at the moment.'
}

function problemOf(refusal: Refusal, request: FastifyRequest): Problem {
  const detail = details[refusal.code] ?? `An unexpected failure; the log has it as ${request.id}.`
  const { retryAfter } = refusal
  return new Problem(refusal.status, detail, retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) })
}

/**
 * Answers any thrown error; unexpected errors are logged.
 * @param next how to continue the interrupted work, as a sentence
 */
export function sendProblem(
  error: FastifyError | Problem | Refusal,
  request: FastifyRequest,
  reply: FastifyReply,
  next = ''
) {
  const problem = error instanceof Problem ? error : problemOf(toRefusal(error, request), request)
  const { status, message, headers } = problem
  const isBrokenOff = problem !== error && (status === 408 || status >= 500)
  const detail = isBrokenOff ? `${message} ${next}`.trim() : message
  // The next request would begin with the unread rest of the body.
  if (status === 413) void reply.header('connection', 'close')
  const body: z.output<typeof problemSchema> = {
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail
  }
  // The answer is sent as bytes: Fastify would add a charset to a text, but this media type has none.
  return reply
    .code(status)
    .headers(headers)
    .type('application/problem+json')
    .send(Buffer.from(JSON.stringify(body)))
}
