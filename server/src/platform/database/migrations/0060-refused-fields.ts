import { sql } from 'kysely'
import { inOrder } from './in-order.ts'

/** How many fields a run left out of rows that it took. */
export const up = inOrder(sql`alter table import_runs add column refused_fields int not null default 0`)
