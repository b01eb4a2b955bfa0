import { defineImport, intoTable } from '../../platform/importing/import.ts'

export const invoiceImport = defineImport({
  resource: 'invoices',
  tables: [intoTable('invoices', 'i', ['control_no'])],
  references: {
    customer: { 'i.id': 'id' },
    document: { 'i.document_id': 'document_id' },
    xml: { 'i.xml_document_id': 'document_id' },
    order: { 'i.order_no': 'no' }
  },
  key: ['external_id'],
  assigned: 'i.control_no',
  audit: { resource: 'invoices', key: ['control_no'] },
  removal: { counts: 'true' },
  constraints: {
    invoices_pkey: ['controlNo', 'is already the number of another invoice.'],
    invoices_check: ['currency', 'and amount go together: one of them is missing.']
  }
})
