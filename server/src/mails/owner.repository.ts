import { sql } from 'kysely'
import type { Db } from '../platform/database/query.ts'
import { oneLine } from '../platform/mail/mail-text.ts'
import type { PersonKey } from '../platform/personal-data/person.ts'

export interface MailRecipient extends PersonNameParts {
  /** The e-mail address; empty where there is no login any more. */
  readonly emailAddress: string
  readonly customerNumber: string
}

/** Finds the recipient of a mail about a login. */
export async function findOwner(db: Db, { provider, contact }: PersonKey): Promise<MailRecipient | undefined> {
  const { rows } = await sql<MailRecipient>`
    select coalesce(users.email_address, '') as "emailAddress", customers.number as "customerNumber", persons.title,
           persons.first_name as "firstName", persons.last_name as "lastName",
           persons.post_nominal_title as "postNominalTitle"
    from contacts
    left join shop_users as users on users.company = contacts.company and users.pvaid = contacts.pvaid
    join persons on persons.company = contacts.contact_company and persons.id = contacts.contact_id
    join customers on customers.company = contacts.company and customers.id = contacts.id
    where contacts.company = ${provider} and contacts.pvaid = ${contact} and contacts.erased_at is null`.execute(db)
  return rows[0]
}

/** Long parts around a dot are those of a domain; titles such as M.Sc. and Dr.techn. have short ones. */
const looksLikeLink = /[:/\\@。]|\bwww\b|[\p{L}\p{N}-]{6}\.[\p{L}\p{N}]|[\p{L}\p{N}]\.[\p{L}\p{N}-]{6}/iu

/**
 * Prepares a name for a mail. Mail programs make links of texts that look like the address of a page, so that anybody
 * who may enter a name could have this server mail links to strangers.
 * @returns empty for a name that looks like a link
 */
export function withoutLinks(name: string): string {
  const line = oneLine(name.normalize('NFKC'))
  // M.Sc. and bit.ly are the same to a mail program: with a space behind the dot neither is a link.
  return looksLikeLink.test(line) ? '' : line.replace(/\.(?=[\p{L}\p{N}])/gu, '. ')
}

/** The parts of a name that a greeting uses. */
interface PersonNameParts {
  readonly title: string | null
  readonly firstName: string | null
  readonly lastName: string | null
  readonly postNominalTitle: string | null
}

/**
 * Title, first name, last name, post-nominal title; empty if all of them are missing, or one of them looks like a link.
 */
export function personName({ title, firstName, lastName, postNominalTitle }: PersonNameParts): string {
  const parts = [title, firstName, lastName, postNominalTitle].filter((part) => part !== null && part.trim() !== '')
  const shown = parts.map((part) => withoutLinks(part ?? ''))
  return shown.includes('') ? '' : shown.join(' ')
}
