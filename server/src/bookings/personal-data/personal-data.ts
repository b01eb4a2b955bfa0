import type { ImportField, ImportKind } from '@customer-center/contract/import-field'
import { invoicesImport } from '@customer-center/contract/invoice'
import { columnName } from '../../platform/database/column-name.ts'
import {
  copiedChoice,
  type CopiedColumn,
  personalDataOf,
  copiedDay,
  erasedName,
  copiedFlag,
  keptByLaw,
  keptReference,
  copiedNumber,
  ofContact,
  ofPrivateCustomer,
  type PersonalData,
  secretHash,
  copiedText,
  copiedTime,
  withinRetention
} from '../../platform/personal-data/personal-data.ts'
import { importedChanges } from '../../records/rows/personal-data.ts'

const event =
  'left join events on events.provider_id = t.provider_id and events.event_id = t.event_id and events.no = t.no'
const eventColumns = {
  event: copiedText('events.caption'),
  from: copiedDay('events.from_date'),
  to: copiedDay('events.to_date'),
  eventCancelled: copiedFlag(`nullif(events.state = 'cancelled', false)`),
  location: copiedText('events.location')
}

// A private customer's data include all orders of the customer, even orders that another contact placed.
const orderedBySelf = `case when coalesce(t.ordered_by_contact_id, person.contact_id) = person.contact_id then t.ordered_from end`

// Some webinars are for all contacts of the customer.
const ofCustomerOrContact = `(${ofContact} or ${ofPrivateCustomer} and t.contact_id is null)`

const copiedKinds: Partial<Record<ImportKind, (sql: string) => CopiedColumn>> = {
  text: copiedText,
  date: copiedDay,
  decimal: copiedNumber,
  flag: copiedFlag
}

/**
 * Returns members of the copy for columns of imported rows; references are the provider's numbers.
 * @param names other names for members of the copy; null for members that it withholds
 */
const importedColumns = (
  fields: Readonly<Record<string, ImportField>>,
  names: Readonly<Record<string, string | null>>
) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([member, { kind }]): [string, CopiedColumn][] => {
      const [copied, name = member] = [copiedKinds[kind], names[member]]
      return copied && name !== null ? [[name, copied(`t.${columnName(member)}`)]] : []
    })
  )

export const bookingsOfPerson: readonly PersonalData[] = [
  personalDataOf('participations', {
    name: 'participations',
    rows: ofContact,
    copy: {
      join: `${event}
        left join events other
          on other.provider_id = t.provider_id and other.event_id = t.rebooked_event_id and other.no = t.rebooked_no`,
      columns: {
        ...eventColumns,
        state: copiedChoice('t.state'),
        rebookedTo: copiedText('other.caption'),
        attended: copiedFlag('t.attended'),
        attendedAs: copiedText('t.attended_name'),
        hours: copiedNumber('t.hours')
      },
      orderBy: 'events.from_date desc nulls last, t.participant_id desc'
    },
    withheld: {
      participant_id: 'an internal number',
      external_id: 'the provider’s key',
      order_no: 'the customer’s order, not the person’s',
      price: 'what the customer pays, not the person'
    },
    erasure: [
      { action: 'anonymise', where: 't.attended_name is not null', set: { attended_name: 'null' } },
      { action: 'keep', why: keptReference }
    ]
  }),
  personalDataOf('orders', {
    name: 'orders',
    rows: `t.provider_id = person.provider_id and t.customer_id = any(person.customers)
      and (t.ordered_by_contact_id = person.contact_id or person.is_customer and t.customer_id = person.person_id)`,
    copy: {
      columns: {
        number: copiedNumber('t.no'),
        orderedAt: copiedTime('t.registered_at'),
        orderedFrom: copiedText(orderedBySelf)
      },
      orderBy: 't.registered_at desc'
    },
    withheld: { external_id: 'the provider’s key', ordered_by_contact_id: 'the person itself' },
    erasure: [
      { action: 'keep', where: withinRetention('t.registered_at'), why: keptByLaw },
      {
        action: 'anonymise',
        where: `not ${withinRetention('t.registered_at')}`,
        set: { ordered_from: erasedName, ordered_by_contact_id: 'null' }
      }
    ]
  }),
  personalDataOf('invoices', {
    name: 'invoices',
    rows: ofPrivateCustomer,
    copy: {
      columns: importedColumns(invoicesImport(), { externalId: null, controlNo: null, no: 'number', isPaid: 'paid' }),
      orderBy: 't.date desc'
    },
    withheld: {
      control_no: 'an internal number',
      external_id: 'the provider’s key',
      document_id: 'an internal number',
      xml_document_id: 'an internal number',
      order_no: 'in the list of orders'
    },
    erasure: [{ action: 'keep', why: keptByLaw }]
  }),
  personalDataOf('webinar_links', {
    name: 'webinars',
    rows: ofCustomerOrContact,
    copy: {
      join: event,
      columns: {
        webinar: copiedText('t.caption'),
        ...eventColumns,
        link: copiedText('t.link'),
        validUntil: copiedDay('t.expiry_date')
      },
      orderBy: 't.link_id desc'
    },
    withheld: {
      link_id: 'an internal number',
      external_id: 'the provider’s key',
      is_pdf: 'how the link is shown'
    }
  }),
  // An erasure goes from the last list to the first: it reads the links before it deletes them.
  importedChanges(
    `t.resource = 'webinar-links' and exists (
      select from webinar_links link where link.provider_id = t.provider_id and link.link_id = (t.key->>'linkId')::int
        and (link.contact_id = person.contact_id or person.is_customer and link.customer_id = person.person_id and link.contact_id is null))`,
    'how links to webinars were before; the list of webinars has how they are'
  ),
  personalDataOf('calendar_feeds', {
    name: 'calendarFeed',
    copy: { columns: { createdAt: copiedTime('t.created_at') } },
    withheld: {
      token: 'a secret',
      token_hash: secretHash,
      password_hash: secretHash
    }
  }),
  personalDataOf('visits', {
    name: 'visits',
    copy: { columns: { lastAt: copiedTime('t.last_at'), previousAt: copiedTime('t.previous_at') } }
  }),
  personalDataOf('zip_downloads', {
    name: 'zipDownloads',
    copy: 'a minute old at most',
    withheld: {
      token_hash: secretHash,
      family: 'a minute old at most',
      name: 'a minute old at most',
      document_keys: 'a minute old at most',
      expires_at: 'a minute old at most'
    }
  })
]
