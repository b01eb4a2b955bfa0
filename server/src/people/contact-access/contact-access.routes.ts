import { getContactAccessSchema, sendContactAccessSchema } from '@customer-center/contract/contact-access.schema'
import type { ContactAccess } from '@customer-center/contract/contact-access'
import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { findContactAccess } from '../password-mail/access-state.repository.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { requireFreshLogin, type Actor } from '../../platform/http/caller.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { route } from '../../platform/http/route.ts'
import { noteSecurityEvent } from '../../platform/http/security-event.ts'
import type { Services } from '../../platform/services.ts'
import { sendAccess } from './send-access.ts'

async function readAccess(
  db: Kysely<Tables>,
  { provider, customer, right }: Actor,
  contact: number
): Promise<ContactAccess> {
  const access = await findContactAccess(db, { provider, customer, contact })
  if (!access) throw new Refusal('noSuchContact')
  return right === 'admin' ? access : { ...access, mailedAt: null, validUntil: null, lastLoginAt: null }
}

/** Routes that tell the state of a contact's access, and send it again. */
export function contactAccessRoutes(app: FastifyInstance, { db }: Services): void {
  route(app, getContactAccessSchema, ({ query, caller }) => readAccess(db, caller, Number(query.pvaid)))

  route(app, sendContactAccessSchema, async ({ body, caller, request }) => {
    requireFreshLogin(caller)
    const contact = Number(body.data.pvaid)
    await sendAccess(db, caller, contact)
    noteSecurityEvent(request, 'access-mailed', { person: { provider: caller.provider, contact } })
    return readAccess(db, caller, contact)
  })
}
