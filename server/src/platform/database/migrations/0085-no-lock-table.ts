import { sql } from 'kysely'
import { inOrder } from './in-order.ts'

/** Drops the table by which Kysely's migrator locks on databases without advisory locks. */
export const up = inOrder(sql`drop table if exists kysely_migration_lock`)
