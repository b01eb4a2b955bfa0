import { sql } from 'kysely'
import type { Db } from '../../platform/database/query.ts'
import type { NotedErasure } from '../erase/erasures.ts'

export interface BackedUpFile {
  readonly key: string
  readonly sha256: string
  readonly size: number
}

/** Lists all files that rows name. */
export async function listFiles(trx: Db): Promise<BackedUpFile[]> {
  const { rows } = await sql<BackedUpFile>`
    select storage_key as key, sha256, size_bytes as size from documents
    union select storage_key, sha256, size_bytes from stored_files order by key`.execute(trx)
  return rows
}

export async function readBegin(trx: Db): Promise<Date> {
  const { rows } = await sql<{ begun: Date }>`select date_trunc('milliseconds', now()) as begun`.execute(trx)
  return rows[0]?.begun ?? new Date()
}

export interface BackedUpContact {
  readonly providerId: number
  readonly contactId: number
  readonly customerId: number
}

/** Lists the contacts who were not erased. */
export async function listContacts(db: Db): Promise<BackedUpContact[]> {
  const { rows } = await sql<BackedUpContact>`
    select provider_id as "providerId", contact_id as "contactId", customer_id as "customerId"
    from contacts where erased_at is null`.execute(db)
  return rows
}

export async function listErasures(db: Db): Promise<NotedErasure[]> {
  const { rows } = await sql<NotedErasure>`
    select provider_id as "providerId", contact_id as "contactId", erased_at as at from contacts where erased_at is not null`.execute(
    db
  )
  return rows
}

/** Locks the table that all other rows reference, before the transaction reads anything. */
export async function lockProviders(trx: Db): Promise<void> {
  await sql`lock table providers in access exclusive mode`.execute(trx)
}

/** Tells whether there is no company, or not even the table of companies. */
export async function isEmpty(db: Db): Promise<boolean> {
  const { rows: tables } = await sql`select from pg_class where oid = to_regclass('providers')`.execute(db)
  if (tables.length === 0) return true
  return (await sql`select from providers limit 1`.execute(db)).rows.length === 0
}

/**
 * Prepares an empty database for the rows of a backup: removes rows that a start has created, and disables triggers.
 */
export async function emptyTables(trx: Db, names: readonly string[]): Promise<void> {
  const tables = sql.join(names.map((name) => sql.table(name)))
  await sql`truncate ${tables}`.execute(trx)
  for (const name of names) await sql`alter table ${sql.table(name)} disable trigger user`.execute(trx)
}

/** Ends the preparation: enables triggers, and continues sequences after the numbers of the rows. */
export async function finishTables(trx: Db, names: readonly string[]): Promise<void> {
  for (const name of names) await sql`alter table ${sql.table(name)} enable trigger user`.execute(trx)
  const { rows } = await sql<{ table: string; column: string; sequence: string }>`
    select relname as table, attname as column, pg_get_serial_sequence(quote_ident(relname), attname) as sequence
    from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
    where relnamespace = current_schema()::regnamespace and relkind = 'r'
      and pg_get_serial_sequence(quote_ident(relname), attname) is not null`.execute(trx)
  for (const { table, column, sequence } of rows)
    await sql`
      select setval(${sequence}, coalesce(max(${sql.ref(column)}), 0) + 1, false) from ${sql.table(table)}`.execute(trx)
}
