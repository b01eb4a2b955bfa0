/**
 * Resources of audit entries, with the name that the feed of changes gives each, which is that of imports; null where
 * the feed leaves the entries out.
 */
export const auditResources = {
  customer: { feed: 'customers' },
  contact: { feed: 'contacts' },
  'invoice-address': { feed: 'invoice-addresses' },
  'webshop-user': { feed: 'shop-users' },
  orders: { feed: 'orders' },
  participations: { feed: 'participations' },
  invoices: { feed: 'invoices' },
  'webinar-links': { feed: 'webinar-links' },
  session: { feed: null },
  'password-mail': { feed: null },
  'invoice-mail': { feed: null }
} as const satisfies Readonly<Record<string, { readonly feed: string | null }>>

export type AuditResource = keyof typeof auditResources

const leftOut = Object.entries(auditResources).flatMap(([resource, { feed }]) => (feed === null ? [resource] : []))

/**
 * SQL condition: the feed has the entry. The index `audit_entries_changes` leaves out fewer resources, and PostgreSQL
 * uses it for a condition that leaves out these and more.
 */
export const isInFeedSql = `resource not in (${leftOut.map((resource) => `'${resource}'`).join(', ')})`
