import type { FeedResource } from '../../records/rows/audit-resources.ts'

/** External IDs in an entry of the feed: of the row itself, of its customer, of the contact that it names. */
type FeedId = 'externalId' | 'customer' | 'contact'

/** Import members that identify the row in an entry of the feed, each with its external ID. */
export type FeedNames = Readonly<Partial<Record<FeedId, FeedId>>>

export const ofCustomer: FeedNames = { externalId: 'externalId', customer: 'customer' }

/** Import name of an audit entry's resource, which the feed uses. */
interface FeedEntry {
  readonly feed: string
  readonly names: FeedNames
  /** Members of the audit's key that identify the row in its table, which has the feed's name and the external ID. */
  readonly key?: readonly string[]
}

export const feedResources: Readonly<Record<FeedResource, FeedEntry>> = {
  customer: { feed: 'customers', names: { externalId: 'customer' } },
  contact: { feed: 'contacts', names: { externalId: 'contact', customer: 'customer' } },
  'invoice-address': { feed: 'invoice-addresses', names: ofCustomer, key: ['customerId', 'no'] },
  'shop-user': { feed: 'shop-users', names: { contact: 'contact' } },
  orders: { feed: 'orders', names: ofCustomer, key: ['no'] },
  // External IDs of a row that belongs to a contact, and so to a customer.
  participations: { feed: 'participations', names: { externalId: 'externalId' }, key: ['participantId'] },
  invoices: { feed: 'invoices', names: ofCustomer, key: ['controlNo'] },
  'webinar-links': { feed: 'webinar-links', names: ofCustomer, key: ['linkId'] }
}
