import { sql } from 'kysely'
import { inOrder } from './in-order.ts'

/** Acts of commands, until a server has written them into its log. */
export const up = inOrder(
  sql`
    create table operator_events (
      id bigserial primary key,
      event jsonb not null,
      at timestamptz not null default now()
    )`
)
