import {
  documentsImport,
  evaluationsImport,
  eventDatesImport,
  eventModelsImport,
  eventsImport,
  invoicesImport,
  lettersImport,
  ordersImport,
  participationsImport,
  webinarLinksImport
} from './bookings.ts'
import descriptions from './descriptions.json' with { type: 'json' }
import type { ImportField } from './field.ts'
import {
  contactsImport,
  customersImport,
  fieldsImport,
  invoiceAddressesImport,
  possibleValuesImport,
  providerImport,
  shopUsersImport
} from './people.ts'

/** What a file may hold rows of. */
export interface ImportResource<Fields = Readonly<Record<string, ImportField>>> {
  readonly fields: Fields
  /** The members that together name a row within the provider's company; none for what has one row. */
  readonly key: readonly (keyof Fields & string)[]
}

const named = ['externalId'] as const

/** With what the names of members do not say, for whoever maps their data to them. */
function described<Fields extends Readonly<Record<string, ImportField>>>(resource: string, fields: Fields): Fields {
  const own = (descriptions as Readonly<Record<string, Readonly<Record<string, string>>>>)[resource] ?? {}
  const entries = Object.entries(fields).map(([name, field]) => {
    const description = own[name]
    return [name, description === undefined ? field : { ...field, description }]
  })
  return Object.fromEntries(entries) as Fields
}

/** By name, in an order in which no row refers to one of a later resource. */
export const importResources = {
  provider: { fields: described('provider', providerImport), key: [] },
  fields: { fields: described('fields', fieldsImport), key: ['form', 'field'] },
  'possible-values': { fields: described('possible-values', possibleValuesImport), key: ['field', 'key'] },
  customers: { fields: described('customers', customersImport), key: named },
  contacts: { fields: described('contacts', contactsImport), key: named },
  'shop-users': { fields: described('shop-users', shopUsersImport), key: ['contact'] },
  'invoice-addresses': { fields: described('invoice-addresses', invoiceAddressesImport), key: named },
  events: { fields: described('events', eventsImport), key: named },
  'event-dates': { fields: described('event-dates', eventDatesImport), key: ['event', 'dayNo'] },
  'event-models': { fields: described('event-models', eventModelsImport), key: ['modelId', 'event'] },
  orders: { fields: described('orders', ordersImport), key: named },
  participations: { fields: described('participations', participationsImport), key: named },
  documents: { fields: described('documents', documentsImport), key: named },
  invoices: { fields: described('invoices', invoicesImport), key: named },
  'webinar-links': { fields: described('webinar-links', webinarLinksImport), key: named },
  letters: { fields: described('letters', lettersImport), key: named },
  evaluations: { fields: described('evaluations', evaluationsImport), key: named }
} as const satisfies Record<string, ImportResource>

export type ImportResourceName = keyof typeof importResources

/** A resource whose name only the running program knows. */
export const importResource = (name: ImportResourceName): ImportResource => importResources[name]

export const isImportResource = (name: string): name is ImportResourceName => Object.hasOwn(importResources, name)

export const importResourceNames = Object.keys(importResources) as ImportResourceName[]
