import { sql } from 'kysely'
import { defineImport, intoTable } from '../../records/importing/import.ts'
import { setColumn } from '../../records/importing/imported-row.ts'

/**
 * Import of documents, whose files were sent before. A full set deletes the documents that it lacks and to which no
 * invoice refers.
 */
export const documentImport = defineImport({
  resource: 'documents',
  tables: [intoTable('documents', 'd', ['document_id'])],
  members: {
    documentId: { assigned: 'document' },
    kind: {
      constraints: {
        documents_check: 'says invoice without a customer, or a script or recording without an event.'
      }
    },
    fileName: { constraints: { documents_xml_check: 'ends in .xml, as only documents of invoices may.' } },
    // This member comes before sha256, which takes precedence if a row has both.
    file: {
      reference: {
        'd.file': 'name',
        'd.sha256': 'sha256',
        'd.storage_key': 'storage_key',
        'd.size_bytes': 'size_bytes'
      },
      lookup: (providerId, names) => sql`
        select name, sha256, storage_key, size_bytes from file_names join stored_files using (provider_id, sha256)
        where provider_id = ${providerId} and name = any(${names}::text[])`,
      exported: `(select name from file_names f where f.provider_id = d.provider_id and f.name = d.file and f.sha256 = d.sha256)`
    },
    sha256: {
      reference: { 'd.sha256': 'sha256', 'd.storage_key': 'storage_key', 'd.size_bytes': 'size_bytes' },
      lookup: (providerId, names) => sql`
        select sha256 as name, sha256, storage_key, size_bytes from stored_files
        where provider_id = ${providerId} and sha256 = any(${names}::text[])`,
      exported: 'd.sha256'
    },
    position: { initial: 0 }
  },
  async write(_trx, { fresh, store }) {
    const now = new Date().toISOString()
    const place = { alias: 'd', column: 'added_at' }
    for (const row of fresh) if ((row.columns['d']?.['added_at'] ?? null) === null) setColumn(row, place, now)
    await store()
  },
  removal: {
    removable: `not exists (select from invoices i where i.provider_id = d.provider_id and i.document_id = d.document_id)
      and not exists (select from invoices i where i.provider_id = d.provider_id and i.xml_document_id = d.document_id)`,
    kept: 'An invoice refers to it.'
  }
})
