import { anyRow, defineImport, intoTable } from '../../records/importing/import.ts'

export const invoiceImport = defineImport({
  resource: 'invoices',
  tables: [intoTable('invoices', 'i', ['control_no'])],
  members: {
    customer: { reference: { 'i.customer_id': 'customer_id' } },
    controlNo: { assigned: true, constraints: { invoices_pkey: 'is already the number of another invoice.' } },
    document: { reference: { 'i.document_id': 'document_id' } },
    xml: { reference: { 'i.xml_document_id': 'document_id' } },
    order: { reference: { 'i.order_no': 'no' } },
    currency: { constraints: { invoices_check: 'and amount go together: one of them is missing.' } }
  },
  key: ['external_id'],
  audit: { resource: 'invoices', key: ['control_no'] },
  removal: anyRow
})
