import { sql } from 'kysely'
import { inOrder } from './in-order.ts'

export const up = inOrder(
  sql`
    alter table import_runs
      add column refusal_bytes int not null default 0,
      add column not_kept int not null default 0`,
  sql`comment on column import_runs.refusal_bytes is 'Bytes of its rows in import_refusals.'`,
  sql`comment on column import_runs.not_kept is 'Number of refusals beyond the limit of bytes, which are counted but not kept.'`,
  sql`create index jobs_end on jobs (ended_at) where ended_at is not null`
)
