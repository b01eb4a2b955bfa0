import { type Invoice, invoiceFields } from '@customer-center/contract/invoice'
import { type Kysely, sql } from 'kysely'
import { columnsOf } from '../../platform/database/column-name.ts'
import { defineList } from '../../platform/database/list.ts'
import type { RawJson } from '../../platform/database/raw-json.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { customerSuffix, documentKey } from '../document/document-key.ts'

const pdfKey = documentKey(':suffix')
const xmlKey = documentKey(':suffix', 'x')

/** SQL expression for a document's place in the list of an invoice's documents. */
const entry = (alias: string, key: string): string =>
  `json_build_object('caption', ${alias}.caption, 'documentHash', ${key}, 'fileName', ${alias}.file_name)`

const invoices = defineList<Invoice, Pick<Caller, 'provider' | 'customer'> & { suffix: string }>('invoices', {
  fields: {
    // Fields that are a column of that name; a new one needs no line here.
    ...columnsOf(invoiceFields, 'i'),
    companyNo: 'i.company',
    documentHash: `coalesce(${pdfKey}, ${xmlKey})`,
    fileName: 'coalesce(d.file_name, x.file_name)',
    fileSize: 'coalesce(d.size_bytes, x.size_bytes)',
    amount: 'i.amount::text',
    documents: `case when d.document_id is not null and x.document_id is not null
      then json_build_array(${entry('d', pdfKey)}, ${entry('x', xmlKey)}) end`
  },
  from: `invoices i
    left join documents d on d.company = i.company and d.document_id = i.document_id and d.id = i.id
    left join documents x on x.company = i.company and x.document_id = i.xml_document_id and x.id = i.id`,
  where: 'i.company = :provider and i.id = :customer',
  orderBy: 'i.date desc, i.control_no desc'
})

/** Lists the invoices of the caller's customer, newest first. */
export function listInvoices(db: Kysely<Tables>, caller: Caller): Promise<RawJson> {
  const { provider, customer } = caller
  return invoices.json(db, { provider, customer, suffix: customerSuffix(caller) })
}

/** Lists the same invoices for an exported file. */
export function invoiceRows(db: Kysely<Tables>, caller: Caller): Promise<Invoice[]> {
  const { provider, customer } = caller
  return invoices.rows(db, { provider, customer, suffix: customerSuffix(caller) })
}

/** An invoice by its number, with the external IDs of itself and of its customer. */
export interface FoundInvoice {
  readonly no: string
  readonly externalId: string | null
  readonly customer: string | null
}

/** Finds all invoices of a company that have one of these numbers, whoever the customer is. */
export async function findInvoicesByNumber(
  db: Kysely<Tables>,
  provider: number,
  numbers: readonly string[]
): Promise<FoundInvoice[]> {
  const { rows } = await sql<FoundInvoice>`
    select i.no, i.external_id as "externalId", c.external_id as customer
    from invoices i join customers c on c.company = i.company and c.id = i.id
    where i.company = ${provider} and i.no = any(${numbers}::text[])`.execute(db)
  return rows
}
