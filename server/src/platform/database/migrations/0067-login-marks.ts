import { sql } from 'kysely'
import { inOrder } from './in-order.ts'

/** In which browsers a person has logged in, and when it was last told of one without a mark. */
export const up = inOrder(
  sql`
    create table login_marks (
      company int, pvaid int, mark_hash bytea, last_used_at timestamptz not null default now(),
      primary key (company, pvaid, mark_hash),
      foreign key (company, pvaid) references shop_users (company, pvaid) on delete cascade
    )`,
  sql`create index login_marks_last_used_at on login_marks (last_used_at)`,
  sql`alter table contact_access add column browser_told_at timestamptz`
)
