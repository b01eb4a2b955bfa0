import { webshopUserFields } from '@customer-center/contract/webshop-user'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import { endSessionsOf } from '../session/session.repository.ts'

/** Who may set a password by a link. */
export interface LinkOwner {
  readonly customerNumber: string
  readonly emailAddress: string
}

// A link dies with its first use, its end, another mail, a password set in another way, and the person's access.
const opens = (linkHash: Buffer) => sql`
  mail.link_hash = ${linkHash} and mail.expires_at > now()
    and users.company = mail.company and users.pvaid = mail.pvaid and users.rights <> 0
    and users.password_hash is not distinct from mail.password_hash
    and exists (select from contacts
                where contacts.company = users.company and contacts.pvaid = users.pvaid and contacts.active)`

/** @returns undefined for a link that opens nothing, whatever the reason */
export async function findLinkOwner(db: Kysely<Tables>, linkHash: Buffer): Promise<LinkOwner | undefined> {
  const { rows } = await sql<LinkOwner>`
    select customers.number as "customerNumber", users.email_address as "emailAddress"
    from password_mails as mail, shop_users as users, customers
    where ${opens(linkHash)} and customers.company = users.company and customers.id = users.id`.execute(db)
  return rows[0]
}

/**
 * Sets the password and uses the link up; sessions of the person end.
 * @returns whether the link was still good
 */
export function setPassword(db: Kysely<Tables>, linkHash: Buffer, passwordHash: string): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ company: number; id: number; pvaid: number }>`
      update shop_users as users
      set password_hash = ${passwordHash}, password_must_change = false, password_expires_at = null
      from password_mails as mail where ${opens(linkHash)}
      returning users.company, users.id, users.pvaid`.execute(trx)
    const [owner] = rows
    if (!owner) return false
    const { company, id, pvaid } = owner
    await trx.deleteFrom('password_mails').where('company', '=', company).where('pvaid', '=', pvaid).execute()
    await endSessionsOf(trx, owner, null)
    await trx
      .insertInto('audit_entries')
      .values({
        company,
        customer_id: id,
        actor_pvaid: pvaid,
        action: 'update',
        resource: 'webshop-user',
        key: JSON.stringify({ company, pvaid }),
        changes: JSON.stringify({ [webshopUserFields.password.code]: { set: true } })
      })
      .execute()
    return true
  })
}
