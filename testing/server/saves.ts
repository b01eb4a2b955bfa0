import { sql } from 'kysely'
import type { WireRow } from '@customer-center/contract/field-codes'
import type { Db } from '../../server/src/platform/database/query.ts'
import { call } from './calls.ts'

export interface Saved {
  readonly status: number
  /** RESTReturnCode. */
  readonly code: number
  readonly errors: readonly string[]
  readonly data: WireRow | null
  /** The answer's body. */
  readonly text: string
}

/** Sends one save as an element does: `{data: …}` as JSON. */
export async function save(
  url: string,
  headers: Record<string, string>,
  [method, path]: readonly [method: string, path: string],
  data: unknown
): Promise<Saved> {
  const { status, envelope, text } = await call<WireRow | null>(url, path, {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ data })
  })
  const { RESTReturnCode: code, Errors: errors } = envelope.responseResult
  return { status, code, errors, data: envelope.responseData, text }
}

// Tables that a person's save may touch at all.
const tables = [
  'providers',
  'persons',
  'customers',
  'contacts',
  'shop_users',
  'invoice_addresses',
  'field_descriptors',
  'possible_values',
  'idempotency_keys',
  'audit_entries'
] as const

/** Returns every row that a save could touch, as text: two equal results mean that nothing was written between them. */
export async function contentOf(db: Db): Promise<string[]> {
  const selects = tables.map(
    (table) => sql`select ${table}::text || to_json(t)::text as row from ${sql.table(table)} t`
  )
  const { rows } = await sql<{ row: string }>`${sql.join(selects, sql` union all `)} order by 1`.execute(db)
  return rows.map(({ row }) => row)
}

interface AuditRow {
  readonly action: string
  readonly resource: string
  readonly contactId: number | null
  readonly key: Record<string, number>
  readonly changes: Record<string, { readonly old?: unknown; readonly new?: unknown; readonly set?: true }>
  readonly at: Date
}

/** Reads the audit of a customer's saves, the oldest first. */
export async function auditOf(db: Db, { customerId }: { readonly customerId: number }): Promise<AuditRow[]> {
  const rows = await db
    .selectFrom('audit_entries')
    .select(['action', 'resource', 'actor_contact_id as contactId', 'key', 'changes', 'at'])
    .where('customer_id', '=', customerId)
    .orderBy('id')
    .execute()
  return rows as AuditRow[]
}
