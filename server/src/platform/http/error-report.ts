import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { errorCode } from '../database/errors.ts'

interface ErrorReport {
  readonly type: string
  readonly message: string
  readonly stack: string
  readonly code?: string
  readonly constraint?: string
  readonly cause?: ErrorReport
}

const longest = 20_000
const deepestCause = 5
const shortestSecret = 3
const maxSecrets = 2000

/**
 * Tells whether a value is plain data, as in JSON, queries and cookies. A file's stream (with circular references) and
 * its bytes are not.
 */
const isData = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !(value instanceof Readable) && !ArrayBuffer.isView(value)

/**
 * Lists texts of a request that an error may repeat: parameters, body, cookies, the token. The longest comes first, so
 * that no part of it remains.
 */
export function requestTexts(request: FastifyRequest): string[] {
  const { authorization, cookie } = request.headers
  const left: unknown[] = [
    request.query,
    request.body,
    request.cookies,
    authorization,
    // The secret behind the scheme is listed alone as well.
    authorization?.replace(/^\S+ +/, ''),
    cookie,
    request.url.split('?')[1]
  ]
  const texts = new Set<string>()
  while (left.length > 0 && texts.size < maxSecrets) {
    const next = left.pop()
    if (typeof next === 'string' && next.length >= shortestSecret) texts.add(next)
    else if (isData(next)) for (const item of Object.values(next)) left.push(item)
  }
  return [...texts].toSorted((a, b) => b.length - a.length)
}

/**
 * Tells whether an error quotes a value: PostgreSQL's class 22 and JSON.parse quote the value that they could not read.
 */
function quotesValues(error: Error): boolean {
  return error instanceof SyntaxError || /^22[0-9A-Z]{3}$/.test(errorCode(error))
}

/**
 * Describes an error for the log: complete, but without values. `detail`, `where` and `parameters` of a database error
 * contain rows and are left out, and every text of `secrets` is blotted out.
 */
export function describeError(error: Error, secrets: readonly string[] = [], depth = 0): ErrorReport {
  const blot = (text: string): string => {
    const unquoted = quotesValues(error) ? text.replace(/"[^\n]*"/g, '"…"') : text
    return secrets.reduce((left, secret) => left.replaceAll(secret, '…'), unquoted.slice(0, longest))
  }
  const code = errorCode(error)
  const constraint = 'constraint' in error && typeof error.constraint === 'string' ? error.constraint : undefined
  return {
    type: error.name,
    message: blot(error.message),
    stack: blot(error.stack ?? ''),
    ...(code !== '' && { code }),
    ...(constraint !== undefined && { constraint }),
    ...(error.cause instanceof Error &&
      depth < deepestCause && { cause: describeError(error.cause, secrets, depth + 1) })
  }
}
