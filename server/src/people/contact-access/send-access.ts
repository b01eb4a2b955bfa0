import { mayEditRights } from '@customer-center/contract/contact-rules'
import { Right, rightName } from '@customer-center/contract/rights'
import type { Kysely } from 'kysely'
import { applyLoginChange, loginStays } from '../access/login-change.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { auditEntry } from '../../platform/rows/audit.ts'
import { inLoginTransaction, readStoredContact } from '../contact/contact.repository.ts'
import type { Actor } from '../../platform/http/caller.ts'

/**
 * Mails a contact a first password, or a link to set one, as when it got its right; anybody who may give rights may do
 * this. A password that somebody has chosen stays: for a forgotten one a person requests a link, or an admin sets
 * another one.
 * @throws Refusal `noSuchContact`, `noRight`, `noAccess`, `passwordChosen`, `tooManyMails`
 */
export function sendAccess(db: Kysely<Tables>, actor: Actor, contact: number): Promise<void> {
  return inLoginTransaction(db, actor, async (trx) => {
    const { values, passwordPending } = await readStoredContact(trx, actor, { contact }, [])
    const storedRight = rightName(values.webshopRights)
    if (!mayEditRights({ own: contact === actor.contact, viewer: actor.right, storedRight }))
      throw new Refusal('noRight')
    if (values.webshopRights === Right.none || values.active !== true) throw new Refusal('noAccess')
    if (!passwordPending) throw new Refusal('passwordChosen')
    const { provider, customer } = actor
    await applyLoginChange(trx, { provider, customer, contact }, { ...loginStays, sendPassword: true }, actor)
    const change = {
      action: 'create',
      resource: 'password-mail',
      key: { company: provider, id: customer, pvaid: contact }
    } as const
    await auditEntry(actor, { ...change, fields: {}, before: null, after: {} }).execute(trx)
  })
}
