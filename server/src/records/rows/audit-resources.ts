/** External IDs in an entry of the feed: of the row itself, of its customer, of the contact that it names. */
type FeedId = 'externalId' | 'customer' | 'contact'

/** Import members that identify the row in an entry of the feed, each with its external ID. */
export type FeedNames = Readonly<Partial<Record<FeedId, FeedId>>>

export const ofCustomer: FeedNames = { externalId: 'externalId', customer: 'customer' }

type Resource =
  | { readonly feed: null }
  | {
      readonly feed: string
      readonly names: FeedNames
      /**
       * Members of the audit's key that identify the row in its table, which has the feed's name and the external ID.
       */
      readonly key?: readonly string[]
    }

/**
 * Resources of audit entries, each with its import name, which the feed uses; null if the feed leaves the entries out.
 */
export const auditResources = {
  customer: { feed: 'customers', names: { externalId: 'customer' } },
  contact: { feed: 'contacts', names: { externalId: 'contact', customer: 'customer' } },
  'invoice-address': { feed: 'invoice-addresses', names: ofCustomer, key: ['customerId', 'no'] },
  'shop-user': { feed: 'shop-users', names: { contact: 'contact' } },
  orders: { feed: 'orders', names: ofCustomer, key: ['no'] },
  // External IDs of a row that belongs to a contact, and so to a customer.
  participations: { feed: 'participations', names: { externalId: 'externalId' }, key: ['participantId'] },
  invoices: { feed: 'invoices', names: ofCustomer, key: ['controlNo'] },
  'webinar-links': { feed: 'webinar-links', names: ofCustomer, key: ['linkId'] },
  session: { feed: null },
  'password-mail': { feed: null },
  'invoice-mail': { feed: null }
} as const satisfies Readonly<Record<string, Resource>>

export type AuditResource = keyof typeof auditResources

const leftOut = Object.entries(auditResources).flatMap(([resource, { feed }]) => (feed === null ? [resource] : []))

/**
 * SQL condition: the entry is in the feed. The index `audit_entries_changes` excludes fewer resources, so PostgreSQL
 * can use it for this condition.
 */
export const isInFeedSql = `resource not in (${leftOut.map((resource) => `'${resource}'`).join(', ')})`

/** Resources with entries about one contact; entries of the login have the words of the person's own profile. */
export const resourcesOfContact = ['contact', 'shop-user'] as const satisfies readonly AuditResource[]

export const isOfContactSql = (entry: string): string =>
  `${entry}.resource in (${resourcesOfContact.map((resource) => `'${resource}'`).join(', ')})`
