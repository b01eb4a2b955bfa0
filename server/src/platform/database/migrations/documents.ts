import { sql } from 'kysely'
import { type DatabaseMigrations, inOrder } from './migration.ts'

export const documents: DatabaseMigrations = {
  '0066-invoice-documents': inOrder(
    // A document may follow its invoice; an e-invoice is a file of its own, beside the PDF.
    sql`alter table invoices
    alter column document_id drop not null,
    add column xml_document_id int,
    add foreign key (company, xml_document_id) references documents (company, document_id)`,
    // Removing a document looks for invoices that refer to it.
    sql`create index invoices_xml_document on invoices (company, xml_document_id) where xml_document_id is not null`,
    sql`alter table documents
    add constraint documents_xml_check check (kind = 'invoice' or file_name !~* '\\.xml$')`
  ),

  '0077-file-names': inOrder(
    sql`create table file_names (
    company int not null,
    name text not null,
    sha256 text not null,
    primary key (company, name),
    foreign key (company, sha256) references stored_files (company, sha256)
  )`,
    sql`comment on table file_names is 'Names under which the provider sent files of documents, each with its newest bytes.'`,
    sql`comment on column file_names.name is 'Name below files/ of an import; of an invoice found by its number, with invoices/ before it.'`,
    sql`alter table documents add column file text`,
    sql`comment on column documents.file is 'Name in file_names whose newer bytes replace this document; null where the row named a SHA-256 alone.'`,
    sql`create index documents_file on documents (company, file) where file is not null`,
    // A file in invoices/ is named by the number alone.
    sql`create index invoices_no on invoices (company, no)`
  ),

  '0080-payment-references': inOrder(
    sql`alter table invoices add column payment_reference text`,
    sql`comment on column invoices.payment_reference is 'What the payment has to name; null: the invoice number.'`
  )
}
