import { sql } from 'kysely'
import { inOrder } from './in-order.ts'

/** A contact that an operator has locked stays inactive, whatever writes the row. */
export const up = inOrder(
  sql`
    alter table contacts add column locked_at timestamptz,
      add constraint contacts_locked check (locked_at is null or not active)`
)
