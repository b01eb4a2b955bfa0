import { type Kysely, sql } from 'kysely'

const tables = [
  'customers',
  'contacts',
  'invoice_addresses',
  'events',
  'orders',
  'participations',
  'documents',
  'invoices',
  'webinar_links',
  'letters',
  'evaluations'
]

export async function up(db: Kysely<unknown>): Promise<void> {
  // By their bytes, as an export writes them: the same order in every database, and the one that the index has.
  for (const table of tables)
    await sql`alter table ${sql.table(table)} alter column external_id type text collate "C"`.execute(db)
  // The files of a company, and which one it has already.
  await sql`create index documents_sha256 on documents (company, sha256)`.execute(db)
}
