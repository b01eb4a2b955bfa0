import type { FastifyInstance } from 'fastify'
import {
  type ContactAccess,
  getContactAccessSchema,
  sendContactAccessSchema
} from '@customer-center/contract/contact-access'
import { mayEditRights } from '@customer-center/contract/contact-rules'
import { Right, rightName } from '@customer-center/contract/rights'
import type { Services } from '../../../feature/services.ts'
import type { Db } from '../../../platform/database/query.ts'
import { requireFreshLogin, type Actor } from '../../../platform/http/caller.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { route } from '../../../platform/http/route.ts'
import { noteSecurityEvent } from '../../../platform/http/security-event.ts'
import { recordAct } from '../../../records/rows/audit.ts'
import { applyLoginChange, unchangedLogin } from '../../access/index.ts'
import { findContactAccess } from '../../mail/index.ts'
import { inLoginTransaction, readStoredContact } from '../contact/contact.repository.ts'

async function readAccess(db: Db, { providerId, customerId, right }: Actor, contactId: number): Promise<ContactAccess> {
  const access = await findContactAccess(db, { providerId, customerId, contactId })
  if (!access) throw new Refusal('noSuchContact')
  return right === 'admin' ? access : { ...access, mailedAt: null, validUntil: null, lastLoginAt: null }
}

/**
 * Mails a contact a first password, or a link to set one, as when it got its right; anybody who may give rights may do
 * this. It does not replace a chosen password: a person who forgot it requests a link, or an admin sets another one.
 * @throws Refusal `noSuchContact`, `noRight`, `noAccess`, `passwordChosen`, `addressMailsUsedUp`
 */
function sendAccess(db: Db, actor: Actor, contactId: number): Promise<void> {
  return inLoginTransaction(db, actor, async (trx) => {
    const { values, passwordPending } = await readStoredContact(trx, actor, { contactId }, [])
    const storedRight = rightName(values.webshopRights)
    if (!mayEditRights({ own: contactId === actor.contactId, viewer: actor.right, storedRight }))
      throw new Refusal('noRight')
    if (values.webshopRights === Right.none || values.active !== true) throw new Refusal('noAccess')
    if (!passwordPending) throw new Refusal('passwordChosen')
    const { providerId, customerId } = actor
    await applyLoginChange(trx, { providerId, customerId, contactId }, { ...unchangedLogin, sendPassword: true }, actor)
    const key = { providerId, customerId, contactId }
    await recordAct(trx, actor, { resource: 'password-mail', key })
  })
}

/** Routes that tell the state of a contact's access, and send it again. */
export function contactAccessRoutes(app: FastifyInstance, { db }: Services): void {
  route(app, getContactAccessSchema, ({ query, caller }) => readAccess(db, caller, Number(query.pvaid)))

  route(app, sendContactAccessSchema, async ({ body, caller, request }) => {
    requireFreshLogin(caller)
    const contactId = Number(body.data.pvaid)
    await sendAccess(db, caller, contactId)
    noteSecurityEvent(request, 'access-mailed', { person: { providerId: caller.providerId, contactId } })
    return readAccess(db, caller, contactId)
  })
}
