import { Right } from '@customer-center/contract/rights'
import { type Kysely, sql } from 'kysely'
import type { Place } from '../../platform/config/shops.ts'
import { defineTexts } from '../../platform/config/own-texts.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { personName } from '../../platform/mail/person-name.ts'
import { type About, defineMail, type MailData } from '../mail/define-mail.ts'
import { findOwner } from '../mail/owner.repository.ts'
import { queueMail } from '../mail/queue-mail.ts'
import shippedTexts from './texts.json' with { type: 'json' }

interface AdminMailData extends MailData {
  /** Whom it is about: the number of the contact. */
  readonly person: number
  readonly isAdmin: boolean
}

const textsOf = defineTexts('admin-mail', shippedTexts)

/** Tells an admin that a colleague is one now, or no longer. */
export const adminMail = defineMail({
  name: 'admin-mail',
  purpose: 'notice',
  texts(config, { isAdmin }: AdminMailData) {
    const { became, lost, person, userName } = textsOf(config)
    return { ...(isAdmin ? became : lost), person, userName }
  },
  async say({
    db,
    data,
    texts
  }: About<AdminMailData, { person: string; userName: string } & typeof shippedTexts.lost>) {
    const about = await findOwner(db, { company: data.company, pvaid: data.person })
    // Whose login is gone meanwhile has no name to give.
    if (!about) return {}
    return {
      facts: [
        [texts.person, personName(about)],
        [texts.userName, about.emailAddress]
      ]
    }
  }
})

/**
 * Tells the customer's other admins that contacts have become admins, or are none any more: whoever did that, also with the session of
 * one of them.
 */
export async function tellAdmins(
  trx: Kysely<Tables>,
  { company, shop }: Place,
  contacts: readonly number[],
  isAdmin: boolean
): Promise<void> {
  if (contacts.length === 0) return
  const { rows } = await sql<{ pvaid: number; person: number }>`
    select admin.pvaid, about.pvaid as person
    from contacts about
    join shop_users admin on admin.company = about.company and admin.id = about.id and admin.pvaid <> about.pvaid
    join contacts c on c.company = admin.company and c.pvaid = admin.pvaid
    where about.company = ${company} and about.pvaid = any(${contacts}::int[])
      and admin.rights = ${Right.admin} and c.active
    order by admin.pvaid, about.pvaid`.execute(trx)
  for (const row of rows) await queueMail(trx, adminMail, { company, shop, ...row, isAdmin })
}

/** The same for contacts whose active flag has changed; of those without the right admin nothing is told. */
export async function tellAdminsOfActive(
  trx: Kysely<Tables>,
  company: number,
  contacts: readonly number[],
  isActive: boolean
): Promise<void> {
  if (contacts.length === 0) return
  const { rows } = await sql<{ pvaid: number }>`
    select pvaid from shop_users
    where company = ${company} and pvaid = any(${contacts}::int[]) and rights = ${Right.admin}`.execute(trx)
  await tellAdmins(
    trx,
    { company },
    rows.map(({ pvaid }) => pvaid),
    isActive
  )
}
