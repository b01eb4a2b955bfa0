import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'

const numbersLock = 20_417_003

/**
 * Keeps the next numbers of the provider's persons, customers and contacts free until the transaction ends. By itself, before they are
 * read: what a statement sees is fixed when it begins.
 */
export async function lockNumbers(trx: Kysely<Tables>, company: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${numbersLock}::int, ${company}::int)`.execute(trx)
}
