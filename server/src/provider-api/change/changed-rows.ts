import type { ChangedRow, Change } from '@customer-center/contract/change'
import { contactFields } from '@customer-center/contract/contact'
import { customerFields } from '@customer-center/contract/customer'
import type { FieldTable } from '@customer-center/contract/field-codes'
import { invoiceAddressFields } from '@customer-center/contract/invoice-address'
import { shopUserFields } from '@customer-center/contract/shop-user'
import type { StoredChange } from './change.repository.ts'
import { type FeedNames, feedResources, ofCustomer } from './feed-resources.ts'

interface Member {
  readonly resource: string
  readonly name: string
}

const membersOf = (resource: string, fields: FieldTable): [string, Member][] =>
  Object.entries(fields).map(([name, { code }]) => [code, { resource, name }])

const shopUser = (name: string): Member => ({ resource: 'shop-users', name })

/**
 * Import members by code. The values of a shop user belong to one resource, whether an admin or the person has changed
 * them.
 */
const members = new Map<string, Member>([
  ...membersOf('customers', customerFields),
  ...membersOf('contacts', contactFields),
  ...membersOf('invoice-addresses', invoiceAddressFields),
  ...membersOf('shop-users', shopUserFields),
  [customerFields.pvaid.code, { resource: 'customers', name: 'contactNo' }],
  [shopUserFields.webshopRights.code, shopUser('rights')],
  [contactFields.shopEmail.code, shopUser('emailAddress')],
  [contactFields.webshopRights.code, shopUser('rights')],
  [contactFields.password.code, shopUser('password')]
])

// A newer version of the server, which may run beside this one, may have written an unknown resource.
const feedOf = new Map<string, string>(Object.entries(feedResources).map(([resource, { feed }]) => [resource, feed]))

const feedNames = new Map<string, FeedNames>(Object.values(feedResources).map(({ feed, names }) => [feed, names]))

const isEmpty = (change: { readonly old?: unknown; readonly new?: unknown }) =>
  change.old === null && change.new === null

/** Returns the import members that identify the row. */
function namesOf(resource: string, stored: StoredChange): Record<string, string> {
  const names = Object.entries(feedNames.get(resource) ?? ofCustomer)
  return Object.fromEntries(names.flatMap(([name, id]) => (stored[id] === null ? [] : [[name, stored[id]]])))
}

/**
 * Numbers of people in the words of an import. The provider's company is that of the reading key; the external ID is the
 * current one.
 */
const numberNames: Readonly<Record<string, string | null>> = {
  providerId: null,
  customerId: 'customerNo',
  contactId: 'contactNo',
  externalId: null
}

/**
 * Translates the audit entry of a save into the words of an import. A save of a contact may also change its shop user.
 */
function changedRows(stored: StoredChange): ChangedRow[] {
  const { action, resource, changes } = stored
  const numbers = Object.fromEntries(
    Object.entries(stored.key).flatMap(([member, value]) => {
      const name = numberNames[member] === undefined ? member : numberNames[member]
      return name === null ? [] : [[name, value]]
    })
  )
  const main = feedOf.get(resource) ?? resource
  // The saved row comes first, whatever the order of the codes: its resource is the type of the webhook.
  const rows = new Map<string, Record<string, object>>([[main, {}]])
  for (const [code, change] of Object.entries(changes)) {
    // A new row has all fields of its form in the record.
    if (isEmpty(change)) continue
    const member = members.get(code) ?? { resource: main, name: code }
    const fields = rows.get(member.resource) ?? {}
    fields[member.name] = change
    rows.set(member.resource, fields)
  }
  // A new contact without an access has the right "none", and no shop user.
  if (action === 'create' && !rows.get('shop-users')?.['emailAddress']) rows.delete('shop-users')
  // The row stays without fields if none of them are recorded, or if it was removed.
  if (rows.size > 1 && Object.keys(rows.get(main) ?? {}).length === 0) rows.delete(main)
  return [...rows].map(([name, fields]) => ({
    resource: name,
    key: { ...namesOf(name, stored), ...numbers },
    fields: fields as ChangedRow['fields']
  }))
}

/** Describes a save in the form that the provider's programs read. */
export function describeChange(stored: StoredChange): Change {
  const { id, at, customer, customerId, contactId, keyName, action, actor } = stored
  const person = contactId === null ? null : { customerNo: customerId, contactNo: contactId, contact: actor }
  return {
    id,
    at: at.toISOString(),
    by: { person, key: keyName },
    customer,
    action,
    rows: changedRows(stored)
  }
}
