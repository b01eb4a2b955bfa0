import { type Kysely, sql } from 'kysely'

// 122 random bits each; no extension is needed, and both databases have the function.
const randomHex = sql`replace(gen_random_uuid()::text, '-', '')`

const statements = [
  sql`
    create table documents (
      company int not null references providers,
      document_id int not null,
      kind text not null check (kind in ('script', 'recording', 'invoice')),
      event_id int,
      no int,
      id int,
      caption text not null,
      file_name text not null,
      storage_key text not null,
      sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
      size_bytes int8 not null,
      dpo_id int,
      dpd_id int,
      position int not null default 0,
      lookup_key text not null unique default ${randomHex},
      secret text not null default ${randomHex},
      primary key (company, document_id),
      foreign key (company, event_id, no) references events (company, event_id, no),
      foreign key (company, id) references customers (company, id),
      -- An invoice has an owner; what belongs to an event is opened by taking part in it.
      check (case when kind = 'invoice' then id is not null else event_id is not null and no is not null end)
    )`,
  sql`create index documents_event on documents (company, event_id, no, position)`,
  sql`create index documents_customer on documents (company, id)`,
  sql`
    create table invoices (
      company int not null,
      control_no int not null,
      id int not null,
      no text not null,
      date date not null,
      document_id int not null,
      order_no int,
      primary key (company, control_no),
      foreign key (company, id) references customers (company, id),
      foreign key (company, document_id) references documents (company, document_id),
      foreign key (company, order_no) references orders (company, no)
    )`,
  sql`create index invoices_customer on invoices (company, id, date desc)`,
  sql`create index invoices_document on invoices (company, document_id)`,
  sql`
    create table letters (
      company int not null,
      letter_no int not null,
      kind text not null check (kind in ('participation', 'timesheet')),
      event_id int,
      no int,
      caption text not null,
      template text not null,
      primary key (company, letter_no),
      foreign key (company) references providers,
      foreign key (company, event_id, no) references events (company, event_id, no)
    )`
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
