import { sql } from 'kysely'
import { columnComments, inOrder } from './in-order.ts'

/** Logins and refused logins, for the provider's office. */
export const up = inOrder(
  // No foreign key: its check would tell by its time who is known.
  sql`
    create table logins (
      id bigint generated always as identity primary key,
      company int,
      pvaid int,
      at timestamptz not null default now(),
      way text not null check (way in ('password', 'passkey', 'key')),
      reason text
    )`,
  sql`create index logins_person on logins (company, pvaid, id)`,
  sql`create index logins_at on logins (at)`,
  ...columnComments({
    'logins.pvaid':
      'The contact; null, as its company, where nobody has the name: such a row takes as long to write, and is deleted next.',
    'logins.reason': 'Why it was refused; null: it was not.'
  })
)
