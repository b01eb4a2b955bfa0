import type { Invoice } from '@customer-center/contract/invoice'
import type { Kysely } from 'kysely'
import { defineList } from '../../platform/database/list.ts'
import type { RawJson } from '../../platform/database/raw-json.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { customerSuffix, documentKey } from '../document/document-key.ts'

const invoices = defineList<Invoice, Pick<Caller, 'company' | 'id'> & { suffix: string }>('invoices', {
  fields: {
    companyNo: 'i.company',
    controlNo: 'i.control_no',
    no: 'i.no',
    date: 'i.date',
    documentHash: documentKey(':suffix'),
    fileName: 'd.file_name',
    fileSize: 'd.size_bytes',
    amount: 'i.amount::text',
    currency: 'i.currency',
    dueDate: 'i.due_date',
    isPaid: 'i.is_paid'
  },
  from: `invoices i
    left join documents d on d.company = i.company and d.document_id = i.document_id and d.id = i.id`,
  where: 'i.company = :company and i.id = :id',
  orderBy: 'i.date desc, i.control_no desc'
})

/** The invoices of the caller's customer, newest first. */
export function listInvoices(db: Kysely<Tables>, caller: Caller): Promise<RawJson> {
  const { company, id } = caller
  return invoices.json(db, { company, id, suffix: customerSuffix(caller) })
}

/** The same list, for the file of it. */
export function invoiceRows(db: Kysely<Tables>, caller: Caller): Promise<Invoice[]> {
  const { company, id } = caller
  return invoices.rows(db, { company, id, suffix: customerSuffix(caller) })
}
