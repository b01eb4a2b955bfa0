import { sql } from 'kysely'
import { rightName } from '@customer-center/contract/rights'
import type { Db } from '../../platform/database/query.ts'
import type { Actor } from '../../platform/http/caller.ts'

/** A person who may set a password by a link. */
export interface LinkOwner extends Actor {
  readonly customerNumber: string
  readonly emailAddress: string
}

/**
 * Finds the owner of a link that is still good: it dies with its first use, its end, a new invitation, a password set
 * in another way, another address, and the person's access.
 * @param provider the company whose links count; undefined: every company
 * @returns undefined for a link that opens nothing, whatever the reason
 */
export async function findLinkOwner(db: Db, linkHash: Buffer, provider?: number): Promise<LinkOwner | undefined> {
  const { rows } = await sql<Omit<LinkOwner, 'right'> & { rights: number }>`
    select users.company as provider, users.id as customer, users.pvaid as contact, users.rights, contacts.contact_company as "contactCompany",
           contacts.contact_id as "personId", customers.number as "customerNumber", users.email_address as "emailAddress"
    from password_mails as mail
    join shop_users as users on users.company = mail.company and users.pvaid = mail.pvaid
    join contacts on contacts.company = users.company and contacts.pvaid = users.pvaid
    join customers on customers.company = users.company and customers.id = users.id
    where mail.link_hash = ${linkHash} and mail.expires_at > now() and users.rights <> 0 and contacts.active
      and users.password_hash is not distinct from mail.password_hash
      and lower(users.email_address) = lower(mail.address)
      and (${provider ?? null}::int is null or users.company = ${provider ?? null})`.execute(db)
  if (!rows[0]) return undefined
  const { rights, ...owner } = rows[0]
  return { ...owner, right: rightName(rights) }
}
