import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { personHeader } from '@customer-center/contract/session'
import type { Config } from '../../platform/config/config.ts'
import type { Db } from '../../platform/database/query.ts'
import type { Authentication } from '../../platform/http/auth.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { sessionCookieName } from '../../platform/http/session-cookie.ts'
import type { PersonKey } from '../../platform/personal-data/person.ts'
import { findCaller } from './caller.repository.ts'
import { userAgentOf } from './user-agent.ts'

/** Returns the header's token, bare or after `Bearer`; only without one the cookie of the asking page's origin. */
function tokenOf(request: FastifyRequest, config: Config): string | undefined {
  const { authorization } = request.headers
  if (authorization) return authorization.replace(/^Bearer +/i, '')
  const name = sessionCookieName(request, config)
  return name === undefined ? undefined : request.cookies[name]
}

/** Tells whether the cookie now belongs to another person, in whose name the tab must ask nothing. */
function isOther(request: FastifyRequest, caller: Caller): boolean {
  const { authorization, [personHeader.toLowerCase()]: meant } = request.headers
  return !authorization && meant !== undefined && meant !== sessionOwnerHash(caller)
}

/** Reads the caller from the session's token with one query. */
export function authenticateBySession(db: Db, config: Config): Authentication {
  return {
    tokenOf: (request) => tokenOf(request, config) || undefined,
    async findCaller(request, token) {
      const caller = await findCaller(db, token, userAgentOf(request), config)
      if (!caller || isOther(request, caller)) return undefined
      // A session of one shop is not valid in another.
      const { company: provider = caller.provider, shop = caller.shop } = config
      if (caller.provider !== provider || (caller.shop ?? shop) !== shop) return undefined
      return { ...caller, shop }
    },
    nameCaller(request, reply, caller) {
      const { authorization, [personHeader.toLowerCase()]: meant } = request.headers
      if (!authorization && meant === undefined) void reply.header(personHeader, sessionOwnerHash(caller))
    }
  }
}

/**
 * Hashes the owner of a session: the same for all sessions of a person with a customer, and for nobody else. The hash
 * has no key: anyone who has it finds the number by trying them all. Answers of a person's own sessions alone have it.
 */
export function sessionOwnerHash({ provider, contact }: PersonKey): string {
  return hash('sha256', `person ${provider} ${contact}`, 'base64url').slice(0, 22)
}
