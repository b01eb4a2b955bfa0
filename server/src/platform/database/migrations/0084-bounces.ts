import { sql } from 'kysely'
import { inOrder } from './in-order.ts'

/** Addresses whose mails came back. */
export const up = inOrder(
  sql`
    create table bounces (
      company int not null references providers (company),
      address text not null,
      at timestamptz not null default now(),
      primary key (company, address)
    )`,
  sql`comment on column bounces.address is 'The user name in lower case.'`
)
