import { sql } from 'kysely'
import type { Db } from '../platform/database/query.ts'
import { oneLine } from '../platform/mail/mail-text.ts'
import type { PersonKey } from '../platform/personal-data/person.ts'

export interface MailRecipient extends PersonNameParts {
  /** The e-mail address; empty if the login no longer exists. */
  readonly emailAddress: string
  readonly customerNumber: string
}

export async function findOwner(db: Db, { providerId, contactId }: PersonKey): Promise<MailRecipient | undefined> {
  const { rows } = await sql<MailRecipient>`
    select coalesce(users.email_address, '') as "emailAddress", customers.number as "customerNumber", persons.title,
           persons.first_name as "firstName", persons.last_name as "lastName",
           persons.post_nominal_title as "postNominalTitle"
    from contacts
    left join shop_users as users on users.provider_id = contacts.provider_id and users.contact_id = contacts.contact_id
    join persons on persons.provider_id = contacts.provider_id and persons.person_id = contacts.person_id
    join customers on customers.provider_id = contacts.provider_id and customers.customer_id = contacts.customer_id
    where contacts.provider_id = ${providerId} and contacts.contact_id = ${contactId} and contacts.erased_at is null`.execute(
    db
  )
  return rows[0]
}

/**
 * Matches text that looks like a link. Long parts around a dot suggest a domain; titles such as M.Sc. and Dr.techn.
 * have short parts.
 */
const looksLikeLink = /[:/\\@。]|\bwww\b|[\p{L}\p{N}-]{6}\.[\p{L}\p{N}]|[\p{L}\p{N}]\.[\p{L}\p{N}-]{6}/iu

/**
 * Prepares a name for a mail. Mail programs turn texts that look like web addresses into links, so anybody who may
 * enter a name could make this server mail links to strangers.
 * @returns empty for a name that looks like a link
 */
export function withoutLinks(name: string): string {
  const line = oneLine(name.normalize('NFKC'))
  // A mail program cannot distinguish M.Sc. from bit.ly; with a space after the dot, neither becomes a link.
  return looksLikeLink.test(line) ? '' : line.replace(/\.(?=[\p{L}\p{N}])/gu, '. ')
}

interface PersonNameParts {
  readonly title: string | null
  readonly firstName: string | null
  readonly lastName: string | null
  readonly postNominalTitle: string | null
}

/**
 * Returns title, first name, last name and post-nominal title; empty if all are missing or any of them looks like a
 * link.
 */
export function personName({ title, firstName, lastName, postNominalTitle }: PersonNameParts): string {
  const parts = [title, firstName, lastName, postNominalTitle].filter((part) => part !== null && part.trim() !== '')
  const shown = parts.map((part) => withoutLinks(part ?? ''))
  return shown.includes('') ? '' : shown.join(' ')
}
