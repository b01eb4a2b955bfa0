import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { Tables } from '../database/tables.ts'
import type { Identify } from '../http/access.ts'
import { sessionCookie } from '../http/cookies.ts'
import { findCaller, type Lifetimes } from './session.repository.ts'

/** The header's token, bare or after `Bearer`; the cookie counts only without one. */
function tokenOf(request: FastifyRequest): string | undefined {
  const { authorization } = request.headers
  if (authorization === undefined || authorization === '') return request.cookies[sessionCookie]
  return authorization.replace(/^Bearer +/i, '')
}

/** Reads the caller from the session's token with one query. */
export function identifyBySession(db: Kysely<Tables>, lifetimes: Lifetimes): Identify {
  return async (request) => {
    const token = tokenOf(request)
    return token ? findCaller(db, token, lifetimes) : undefined
  }
}
