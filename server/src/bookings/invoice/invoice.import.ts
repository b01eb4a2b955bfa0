import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import { assignNumbers } from '../../platform/importing/assign-numbers.ts'
import { defineImport, intoTable, type PlannedRow } from '../../platform/importing/import.ts'

async function numberInvoices(trx: Kysely<Tables>, company: number, rows: readonly PlannedRow[]): Promise<void> {
  const { rows: found } = await sql<{ highest: number }>`
    select coalesce(max(control_no), 0) as highest from invoices where company = ${company}`.execute(trx)
  assignNumbers(rows, 'i.control_no', found[0]?.highest ?? 0)
}

export const invoiceImport = defineImport({
  resource: 'invoices',
  tables: [intoTable('invoices', 'i', ['control_no'])],
  columns: {
    externalId: 'i.external_id',
    controlNo: 'i.control_no',
    no: 'i.no',
    date: 'i.date',
    amount: 'i.amount',
    currency: 'i.currency',
    dueDate: 'i.due_date',
    isPaid: 'i.is_paid'
  },
  references: {
    customer: { 'i.id': 'id' },
    document: { 'i.document_id': 'document_id' },
    order: { 'i.order_no': 'no' }
  },
  key: ['external_id'],
  prepare: numberInvoices,
  audit: { resource: 'invoices', key: ['control_no'] },
  removal: {
    counts: 'true',
    async remove(trx, company, gone) {
      await sql`
        delete from invoices where company = ${company}
          and control_no = any(${gone.map(({ control_no }) => Number(control_no))}::int[])`.execute(trx)
    }
  },
  constraints: {
    invoices_pkey: ['controlNo', 'is already the number of another invoice.'],
    invoices_check: ['currency', 'and amount go together: one of them is missing.'],
    invoices_external_id: ['externalId', 'is already the key of another row.']
  }
})
