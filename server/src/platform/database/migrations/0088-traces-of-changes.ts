import { sql } from 'kysely'
import { inOrder } from './in-order.ts'

export const up = inOrder(
  sql`alter table audit_entries add column trace text`,
  sql`comment on column audit_entries.trace is 'The header traceparent of the save, for its webhooks; none of an import.'`
)
