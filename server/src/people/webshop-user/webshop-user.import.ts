import { contactFields } from '@customer-center/contract/contact'
import { Right } from '@customer-center/contract/rights'
import { webshopUserFields } from '@customer-center/contract/webshop-user'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import { noteOperatorEvent } from '../../platform/operator/operator-events.ts'
import { defineImport, intoTable, type PlannedRow } from '../../platform/importing/import.ts'
import { deleteEmailChanges } from '../email-change/email-change.repository.ts'
import { emailChangedMail } from '../email-change/email-changed-mail.ts'
import { queueMail } from '../../mails/index.ts'
import { queueCorrectedMails } from '../password-mail/queue-password-mail.ts'
import { endSessionsOfContacts, removePasskeys, shutOut, whyNoPasswordHash } from '../../account/index.ts'
import { tellAdmins } from '../access/admin-mail.ts'

/**
 * Applies the consequences of new rows as a save does: another right or user name ends the sessions, a right that is
 * taken the passkeys, too, another user name everything with which its former owner could still log in. Mails an unused
 * access to its owner, and tells the former address and the customer's other admins.
 */
async function follow(
  trx: Kysely<Tables>,
  company: number,
  rows: readonly PlannedRow[],
  providerKey: number | null
): Promise<void> {
  const changed = rows.filter(({ stored }) => stored['s'])
  // A key's request has a line of its own, with the address that it came from.
  if (providerKey === null) {
    const counts = { created: rows.length - changed.length, updated: changed.length }
    await noteOperatorEvent(trx, { event: 'access-imported', ...counts })
  }
  const numbers = (some: readonly PlannedRow[]) => some.map(({ stored }) => Number(stored['s']?.['pvaid']))
  const renamed = changed.filter(({ stored, columns: { s = {} } }) => {
    const [before, after] = [stored['s']?.['email_address'], s['email_address'] ?? null]
    return after !== null && String(after).toLowerCase() !== String(before).toLowerCase()
  })
  const isAdmin = (right: unknown) => right === Right.admin
  for (const becomes of [true, false]) {
    const others = rows.filter(({ stored, columns: { s = {} } }) => {
      const before = stored['s']?.['rights'] ?? Right.none
      return isAdmin(before) !== becomes && isAdmin(s['rights'] ?? before) === becomes
    })
    const contacts = others.map(({ stored, columns: { s = {} } }) => Number(stored['s']?.['pvaid'] ?? s['pvaid']))
    await tellAdmins(trx, { company }, contacts, becomes)
  }
  await endSessionsOfContacts(trx, company, numbers(changed))
  await deleteEmailChanges(trx, company, numbers(renamed))
  await queueCorrectedMails(trx, company, numbers(renamed))
  const told = renamed.filter(({ stored }) => stored['s']?.['had_login'] === true)
  for (const {
    stored: { s = {} }
  } of told) {
    const owner = { company, pvaid: Number(s['pvaid']), to: String(s['email_address']) }
    await removePasskeys(trx, owner)
    await queueMail(trx, emailChangedMail, owner)
  }
  await tellAdmins(trx, { company }, numbers(told))
  await shutOut(trx, company, numbers(changed.filter(({ columns: { s = {} } }) => s['rights'] === Right.none)))
}

/** Rows of shop users. A full set takes none away: they lose their right. */
export const webshopUserImport = defineImport({
  resource: 'shop-users',
  tables: [intoTable('shop_users', 's', ['pvaid'])],
  members: {
    contact: {
      reference: { 's.pvaid': 'pvaid', 's.id': 'id' },
      constraints: { shop_users_erased: 'names a contact that was erased.' }
    },
    emailAddress: {
      changedAs: contactFields.shopEmail.code,
      constraints: { shop_users_login: 'is already the user name of another contact of this customer.' }
    },
    rights: { changedAs: contactFields.webshopRights.code },
    passwordHash: {
      // The person's own password counts from the first login on, and our own hash of the same.
      writtenOnce: true,
      check(hash) {
        const reason = whyNoPasswordHash(hash)
        return reason && `cannot be checked: ${reason}.`
      }
    }
  },
  key: ['pvaid'],
  afterwards: follow,
  audit: { resource: 'webshop-user', key: ['id', 'pvaid'], changedBy: ['webshop-user', 'contact'] },
  removal: {
    counts: `s.rights <> ${Right.none}`,
    async remove(trx, company, gone) {
      const pvaids = gone.map(({ pvaid }) => Number(pvaid))
      await sql`
        update shop_users set rights = ${Right.none}
        where company = ${company} and pvaid = any(${pvaids}::int[])`.execute(trx)
      await shutOut(trx, company, pvaids)
      const admins = gone.filter(({ rights }) => rights === Right.admin).map(({ pvaid }) => Number(pvaid))
      await tellAdmins(trx, { company }, admins, false)
      return gone.map(({ id, pvaid, rights }) => ({
        customer_id: Number(id),
        resource: 'webshop-user',
        key: { company, id, pvaid },
        changes: { [webshopUserFields.webshopRights.code]: { old: rights, new: Right.none } }
      }))
    }
  }
})
