/** Resources whose audit entries the feed of changes has. */
export type FeedResource =
  | 'customer'
  | 'contact'
  | 'invoice-address'
  | 'shop-user'
  | 'orders'
  | 'participations'
  | 'invoices'
  | 'webinar-links'

const besideFeed = ['session', 'password-mail', 'invoice-mail'] as const

export type AuditResource = FeedResource | (typeof besideFeed)[number]

/**
 * SQL condition: the entry is in the feed. The index `audit_entries_changes` excludes fewer resources, so PostgreSQL
 * can use it for this condition.
 */
export const isInFeedSql = `resource not in (${besideFeed.map((resource) => `'${resource}'`).join(', ')})`

/** Resources with entries about one contact; entries of the login have the words of the person's own profile. */
export const resourcesOfContact = ['contact', 'shop-user'] as const satisfies readonly AuditResource[]

export const isOfContactSql = (entry: string): string =>
  `${entry}.resource in (${resourcesOfContact.map((resource) => `'${resource}'`).join(', ')})`
