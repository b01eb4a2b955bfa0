import { defineImport, intoTable } from '../../platform/importing/import.ts'

/** Rows of documents, whose files were sent before. A full set takes away those that no invoice refers to. */
export const documentImport = defineImport({
  resource: 'documents',
  tables: [intoTable('documents', 'd', ['document_id'])],
  references: {
    event: { 'd.event_id': 'event_id', 'd.no': 'no' },
    customer: { 'd.id': 'id' },
    sha256: { 'd.sha256': 'sha256', 'd.storage_key': 'storage_key', 'd.size_bytes': 'size_bytes' }
  },
  lookups: {
    sha256: `select sha256 as name, sha256, storage_key, size_bytes from stored_files
      where company = $1 and sha256 = any($2::text[])`
  },
  exported: { sha256: 'd.sha256' },
  key: ['external_id'],
  initial: { 'd.position': 0 },
  assigned: 'd.document_id',
  async prepare(_trx, _company, rows) {
    const now = new Date().toISOString()
    for (const { columns } of rows) (columns['d'] ??= {})['added_at'] ??= now
  },
  removal: {
    counts: `not exists (select from invoices i where i.company = d.company and i.document_id = d.document_id)
      and not exists (select from invoices i where i.company = d.company and i.xml_document_id = d.document_id)`,
    kept: 'An invoice refers to it.'
  },
  constraints: {
    documents_pkey: ['documentId', 'is already the number of another document.'],
    documents_check: ['kind', 'says invoice without a customer, or a script or recording without an event.'],
    documents_xml_check: ['fileName', 'ends in .xml, as only documents of invoices may.']
  }
})
