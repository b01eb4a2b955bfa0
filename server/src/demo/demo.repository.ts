import { type Kysely, sql } from 'kysely'
import type { Tables } from '../platform/database/tables.ts'
import catalogue from './catalogue.json' with { type: 'json' }
import { company } from './provider.ts'

/** Tells whether the database holds the demo shop, and so may be given more of it. */
export async function holdsDemo(db: Kysely<Tables>): Promise<boolean> {
  const { emailAddress } = catalogue.provider
  const provider = db.selectFrom('providers').select('name').where('company', '=', company)
  return (await provider.where('email_address', '=', emailAddress).execute()).length > 0
}

/** Tells whether the database has its tables. */
export async function hasTables(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ isMade: boolean }>`
    select to_regclass('providers') is not null as "isMade"`.execute(db)
  return rows[0]?.isMade ?? false
}

/** Locks a number until the transaction ends. */
export async function lockDemo(trx: Kysely<Tables>, lockNo: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockNo})`.execute(trx)
}

/** Counts the large companies by their customer numbers, which begin with 9. */
export async function countLargeCompanies(trx: Kysely<Tables>): Promise<number> {
  const like = await trx
    .selectFrom('customers')
    .select('number')
    .where('number', 'like', '9%')
    .where('company', '=', company)
    .execute()
  return like.length
}
