import type { FastifyInstance } from 'fastify'
import {
  endOtherSessionsSchema,
  endSessionSchema,
  listSessionsSchema
} from '@customer-center/contract/session-list.schema'
import { inTransaction } from '../../platform/database/transaction.ts'
import { requireFreshLogin } from '../../platform/http/caller.ts'
import { route } from '../../platform/http/route.ts'
import { noteForeignId, noteSecurityEvent } from '../../platform/http/security-event.ts'
import type { Services } from '../../platform/services.ts'
import { isSessionOf, listSessions } from './session-list.repository.ts'
import { endSession, endSessionsOfContacts } from './session.repository.ts'

/** Lists and ends the person's own sessions. */
export function sessionListRoutes(app: FastifyInstance, { db }: Services): void {
  route(app, listSessionsSchema, async ({ caller }) => listSessions(db, caller))

  route(app, endSessionSchema, async ({ body, caller, request }) => {
    const { sessionId } = body.data
    if (sessionId !== caller.family) requireFreshLogin(caller)
    if (await isSessionOf(db, caller, sessionId)) {
      await endSession(db, sessionId)
      noteSecurityEvent(request, 'sessions-ended', { reason: 'own-choice' })
    } else noteForeignId(request)
    return null
  })

  route(app, endOtherSessionsSchema, async ({ caller, request }) => {
    requireFreshLogin(caller)
    await inTransaction(db, (tx) => endSessionsOfContacts(tx, caller.provider, [caller.contact], caller.family))
    noteSecurityEvent(request, 'sessions-ended', { reason: 'own-choice' })
    return null
  })
}
