import { defineImport, intoTable } from '../../records/importing/import.ts'

export const invoiceImport = defineImport({
  resource: 'invoices',
  tables: [intoTable('invoices', 'i', ['control_no'])],
  members: {
    controlNo: { assigned: 'invoice' },
    xml: { reference: { 'i.xml_document_id': 'document_id' } },
    order: { reference: { 'i.order_no': 'no' } },
    currency: { constraints: { invoices_check: 'and amount go together: one of them is missing.' } }
  },
  audit: 'invoices'
})
