import { contactFields } from '@customer-center/contract/contact'
import type { History, HistoryChange } from '@customer-center/contract/history'
import { shopUserFields } from '@customer-center/contract/shop-user'
import { firstAndLastName } from '../../../platform/database/full-name.ts'
import { prepared } from '../../../platform/database/prepared.ts'
import type { Db } from '../../../platform/database/query.ts'
import type { Actor } from '../../../platform/http/caller.ts'
import { type AuditResource, resourcesOfContact } from '../../../records/rows/audit-resources.ts'

const entriesInPage = 50

/** The row (undefined: the company) and the entry before which to read (undefined: read the latest). */
export interface WantedHistory {
  readonly contactId: number | undefined
  readonly no: number | undefined
  readonly before: number | undefined
}

interface FoundEntry {
  /** Name of the contact that came from another customer or went there. */
  readonly contact: string | null
  readonly id: number
  readonly at: Date
  readonly by: string | null
  readonly action: string
  readonly changes: Readonly<Record<string, { old?: HistoryChange['old']; new?: HistoryChange['new'] }>>
}

// SQL that orders by time, as the index does; ordered by number, the statement would read all entries of all customers.
const readEntries = prepared<FoundEntry>(`
  select entry.id, entry.at, entry.action, ${firstAndLastName('person')} as by,
         case when $7::boolean and entry.resource = 'contact' then jsonb_build_object('customer', entry.changes->'customer')
           else entry.changes end as changes,
         case when entry.resource = 'contact' and entry.changes ? 'customer' then (
           select ${firstAndLastName('about')}
           from contacts join persons as about on about.provider_id = contacts.provider_id and about.person_id = contacts.person_id
           where contacts.provider_id = entry.provider_id and contacts.contact_id = (entry.key->>'contactId')::int
         ) end as contact
  from audit_entries as entry
  left join contacts on contacts.provider_id = entry.provider_id and contacts.contact_id = entry.actor_contact_id
  left join persons as person on person.provider_id = contacts.provider_id and person.person_id = contacts.person_id
  where entry.provider_id = $1 and entry.customer_id = $2
    and (entry.resource = any($3::text[])
        and entry.key->>'contactId' is not distinct from $4::text and entry.key->>'no' is not distinct from $5::text
      or $7 and entry.resource = 'contact' and entry.changes ? 'customer')
    and ($6::bigint is null or (entry.at, entry.id) < (
      select at, id from audit_entries where id = $6 and provider_id = $1 and customer_id = $2))
  order by entry.at desc, entry.id desc limit ${entriesInPage + 1}`)

/**
 * Names of the profile's fields on the contact's form: a person's own save is recorded with the names of the profile,
 * but a contact's history uses those of the form.
 */
const sameFields = new Map<string, string>([
  [shopUserFields.emailAddress.code, contactFields.shopEmail.code],
  [shopUserFields.password.code, contactFields.password.code],
  [shopUserFields.webshopRights.code, contactFields.webshopRights.code]
])

function shownChanges({ changes, contact }: FoundEntry): HistoryChange[] {
  return Object.entries(changes).flatMap(([code, { old = null, new: value = null, ...more }]) => {
    if (contact !== null && code === 'customer')
      return [{ code: 'contact', old: old === null ? null : contact, new: value === null ? null : contact }]
    // A new row records every field of its form, even empty ones.
    const isEmpty = old === null && value === null && !('set' in more)
    return isEmpty ? [] : [{ code: sameFields.get(code) ?? code, old, new: value }]
  })
}

function resourcesOf({ contactId, no }: WantedHistory): readonly AuditResource[] {
  if (contactId !== undefined) return resourcesOfContact
  return no === undefined ? ['customer', 'invoice-mail'] : ['invoice-address']
}

/**
 * Reads the changes of one of the actor's contacts, one of its invoice addresses, or its company, the latest first;
 * those of the company include the invoices that its contacts have mailed, and contacts that came from another
 * customer or went there.
 */
export async function readHistory(db: Db, { providerId, customerId }: Actor, wanted: WantedHistory): Promise<History> {
  const { contactId, no, before } = wanted
  const key = (number: number | undefined) => number?.toString() ?? null
  const isCompany = contactId === undefined && no === undefined
  const values = [providerId, customerId, resourcesOf(wanted), key(contactId), key(no), before ?? null, isCompany]
  const rows = await readEntries(db, values)
  const shown = rows.slice(0, entriesInPage)
  return {
    entries: shown.map((row) => ({
      changedAt: row.at.toISOString(),
      changedBy: row.by === '' ? null : row.by,
      isCreation: row.action === 'create',
      changes: shownChanges(row)
    })),
    next: rows.length > shown.length ? String(shown.at(-1)?.id) : null
  }
}
