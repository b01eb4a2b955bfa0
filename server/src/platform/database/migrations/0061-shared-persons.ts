import { sql } from 'kysely'
import { inOrder } from './in-order.ts'

/** Which rows of imports set the values of a person, and what stays where another one has it otherwise. */
export const up = inOrder(
  sql`alter table persons add column set_by text`,
  sql`alter table import_refusals add column stored text`
)
