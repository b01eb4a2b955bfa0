import { sql } from 'kysely'
import { inOrder } from './in-order.ts'

export const up = inOrder(
  sql`alter table outgoing add column backed_up_at timestamptz, add column restored_at timestamptz`,
  sql`comment on column outgoing.backed_up_at is 'Time at which the last backup began.'`,
  sql`comment on column outgoing.restored_at is 'Time at which this database was restored from a backup; cursors and mails from before are those of its original.'`,
  sql`alter table provider_keys add column sleeping boolean not null default false`,
  sql`comment on column provider_keys.sleeping is 'Whether it came by a backup and nobody has confirmed it since: until then it opens nothing.'`,
  sql`alter table webhooks add column sleeping boolean not null default false`,
  sql`comment on column webhooks.sleeping is 'Whether it came by a backup and nobody has confirmed it since: until then it gets nothing.'`
)
