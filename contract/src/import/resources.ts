import { contactsImport, formerCustomersImport } from '../contact.ts'
import { customersImport } from '../customer.ts'
import { documentsImport } from '../document.ts'
import { evaluationsImport } from '../evaluation.ts'
import { eventModelsImport, eventDatesImport, eventsImport } from '../event.ts'
import { fieldsImport } from '../field.ts'
import type { ImportField } from '../import-field.ts'
import { invoiceAddressesImport } from '../invoice-address.ts'
import { invoicesImport } from '../invoice.ts'
import { lettersImport } from '../letter.ts'
import { providerImport } from '../letterhead.ts'
import { ordersImport } from '../order.ts'
import { participationsImport } from '../participation.ts'
import { possibleValuesImport } from '../possible-values.ts'
import { shopUsersImport } from '../shop-user.ts'
import { webinarLinksImport } from '../webinar.ts'

/** A resource: rows that a file may hold. */
export interface ImportResource<Fields = Readonly<Record<string, ImportField>>> {
  readonly fields: Fields
  /** Members that together identify a row within the provider's company; none for a resource with a single row. */
  readonly key: readonly (keyof Fields & string)[]
}

const named = ['externalId'] as const

/** Resources by name, in an order in which no row references one of a later resource. */
export const importResources = {
  provider: { fields: providerImport(), key: [] },
  fields: { fields: fieldsImport(), key: ['form', 'field'] },
  'possible-values': { fields: possibleValuesImport(), key: ['field', 'key'] },
  customers: { fields: customersImport(), key: named },
  contacts: { fields: contactsImport(), key: named },
  'former-customers': { fields: formerCustomersImport(), key: ['contact', 'customer'] },
  'shop-users': { fields: shopUsersImport(), key: ['contact'] },
  'invoice-addresses': { fields: invoiceAddressesImport(), key: named },
  events: { fields: eventsImport(), key: named },
  'event-dates': { fields: eventDatesImport(), key: ['event', 'dayNo'] },
  'event-models': { fields: eventModelsImport(), key: ['modelId', 'event'] },
  orders: { fields: ordersImport(), key: named },
  participations: { fields: participationsImport(), key: named },
  documents: { fields: documentsImport(), key: named },
  invoices: { fields: invoicesImport(), key: named },
  'webinar-links': { fields: webinarLinksImport(), key: named },
  letters: { fields: lettersImport(), key: named },
  evaluations: { fields: evaluationsImport(), key: named }
} as const satisfies Record<string, ImportResource>

export type ImportResourceName = keyof typeof importResources

/** Returns a resource by a name that is known only at run time. */
export const importResource = (name: ImportResourceName): ImportResource => importResources[name]

export const isImportResource = (name: string): name is ImportResourceName => Object.hasOwn(importResources, name)

export const importResourceNames = Object.keys(importResources) as ImportResourceName[]
