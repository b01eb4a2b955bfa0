import { sql } from 'kysely'
import { inOrder } from './in-order.ts'

export const up = inOrder(
  sql`alter table import_runs add column share float8`,
  sql`comment on column import_runs.share is 'Part of the source that is stored, from 0 to 1; null where its size is not known.'`
)
