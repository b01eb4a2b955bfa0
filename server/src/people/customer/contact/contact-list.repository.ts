import { contactFields } from '@customer-center/contract/contact'
import { versionCode, type WireRow } from '@customer-center/contract/field-codes'
import { nameOrder } from '../../../platform/database/full-name.ts'
import { defineList, emptyList, type RawJson } from '../../../platform/database/list.ts'
import type { Db } from '../../../platform/database/query.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { contactColumns } from './contact.columns.ts'

const columns = contactColumns.map(({ name, table, column }) => [contactFields[name].code, `${table}.${column}`])

export interface ContactFilter {
  readonly contactId?: number | undefined
  readonly shopEmail?: string | undefined
}

export const contacts = defineList<WireRow, ContactFilter & Pick<Caller, 'providerId' | 'customerId'>>({
  fields: {
    ...(Object.fromEntries(columns) as Record<string, string>),
    [contactFields.webshopRights.code]: 'coalesce(s.rights, 0)',
    [versionCode]: 'c.version'
  },
  from: `contacts c
    join persons p on p.provider_id = c.provider_id and p.person_id = c.person_id
    left join shop_users s on s.provider_id = c.provider_id and s.contact_id = c.contact_id and s.customer_id = c.customer_id`,
  where: 'c.provider_id = :providerId and c.customer_id = :customerId and c.erased_at is null',
  filters: { contactId: 'c.contact_id = :contactId', shopEmail: 'lower(s.email_address) = lower(:shopEmail)' },
  orderBy: `${nameOrder('p')}, c.contact_id`
})

/**
 * Lists the contacts of the caller's customer by last name, then first name; callers with the right `contact` get only
 * themselves.
 * @param codes fields of the answer, as `resFields` gives them
 */
export async function listContacts(
  db: Db,
  { providerId, customerId, contactId, right }: Caller,
  codes: readonly string[],
  filter: ContactFilter
): Promise<RawJson> {
  const onlySelf = right === 'contact'
  if (onlySelf && filter.contactId !== undefined && filter.contactId !== contactId) return emptyList
  return contacts.json(db, { providerId, customerId, ...filter, ...(onlySelf && { contactId }) }, codes)
}

/** Lists the same contacts as rows, for an exported file. */
export function contactRows(db: Db, { providerId, customerId, contactId, right }: Caller): Promise<WireRow[]> {
  return contacts.rows(db, { providerId, customerId, ...(right === 'contact' && { contactId }) })
}
