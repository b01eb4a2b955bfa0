import { sql } from 'kysely'
import { inOrder } from './in-order.ts'

export const up = inOrder(
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
)
