import { personHeader } from '@customer-center/contract/session'
import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { Config } from '../../platform/config/config.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { Authenticate } from '../../platform/http/auth.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { sessionCookie } from '../../platform/http/cookies.ts'
import { isAllowedOrigin } from '../../platform/http/origin.ts'
import { findCaller } from './caller.repository.ts'
import { sessionOwnerHash } from './session-owner-hash.ts'

/**
 * The header's token, bare or after `Bearer`; the cookie counts only without one, and never from a listed page of another
 * origin, from which no anti-forgery header is asked.
 */
function tokenOf(request: FastifyRequest, config: Config): string | undefined {
  const { authorization } = request.headers
  if (authorization === undefined || authorization === '') {
    return isAllowedOrigin(request, config) ? undefined : request.cookies[sessionCookie]
  }
  return authorization.replace(/^Bearer +/i, '')
}

/** A tab whose cookie has become somebody else's asks nothing in that person's name. */
function isOther(request: FastifyRequest, caller: Caller): boolean {
  const { authorization, [personHeader.toLowerCase()]: meant } = request.headers
  return !authorization && meant !== undefined && meant !== sessionOwnerHash(caller)
}

/** Reads the caller from the session's token with one query. */
export function authenticateBySession(db: Kysely<Tables>, config: Config): Authenticate {
  return async (request) => {
    const token = tokenOf(request, config)
    const caller = token ? await findCaller(db, token, config) : undefined
    return caller && isOther(request, caller) ? undefined : caller
  }
}
