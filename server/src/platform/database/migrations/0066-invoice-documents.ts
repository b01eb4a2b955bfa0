import { sql } from 'kysely'
import { inOrder } from './in-order.ts'

export const up = inOrder(
  // A document may follow its invoice; an e-invoice is a file of its own, beside the PDF.
  sql`alter table invoices
    alter column document_id drop not null,
    add column xml_document_id int,
    add foreign key (company, xml_document_id) references documents (company, document_id)`,
  // Removing a document looks for invoices that refer to it.
  sql`create index invoices_xml_document on invoices (company, xml_document_id) where xml_document_id is not null`,
  sql`alter table documents
    add constraint documents_xml_check check (kind = 'invoice' or file_name !~* '\\.xml$')`
)
