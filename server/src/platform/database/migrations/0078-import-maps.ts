import { sql } from 'kysely'
import { inOrder } from './in-order.ts'

export const up = inOrder(
  sql`alter table import_runs add column map text`,
  sql`comment on column import_runs.map is 'SHA-256 of the map that made its rows; null: no map.'`
)
