import { externalId } from './people.ts'

// 122 random bits each; no extension is needed, and both databases have the function.
const randomHex = `replace(gen_random_uuid()::text, '-', '')`

export const documents = `
  create table documents (
    company int not null references providers,
    document_id int not null,
    kind text not null check (kind in ('script', 'recording', 'invoice')),
    event_id int, no int, id int,
    caption text not null, file_name text not null, storage_key text not null,
    sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
    size_bytes int8 not null,
    dpo_id int, dpd_id int,
    position int not null default 0,
    lookup_key text not null unique default ${randomHex},
    secret text not null default ${randomHex},
    added_at timestamptz not null default now(),
    ${externalId},
    primary key (company, document_id),
    foreign key (company, event_id, no) references events (company, event_id, no),
    foreign key (company, id) references customers (company, id),
    /* An invoice has an owner; what belongs to an event is opened by taking part in it. */
    check (case when kind = 'invoice' then id is not null else event_id is not null and no is not null end)
  );
  create index documents_event on documents (company, event_id, no, position);
  create index documents_customer on documents (company, id);
  create index documents_sha256 on documents (company, sha256);
  create unique index documents_external_id on documents (company, external_id);
  /* Files that the provider has sent, each once, whichever documents have it. */
  create table stored_files (
    company int not null references providers,
    sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
    storage_key text not null,
    size_bytes int8 not null,
    stored_at timestamptz not null default now(),
    primary key (company, sha256)
  );
  create table zip_downloads (
    token_hash bytea primary key,
    company int not null, pvaid int not null,
    family uuid not null,
    name text not null,
    document_keys text[] not null,
    expires_at timestamptz not null,
    foreign key (company, pvaid) references shop_users (company, pvaid)
  );
  create index zip_downloads_person on zip_downloads (company, pvaid);
  create table visits (
    company int not null, pvaid int not null,
    last_at timestamptz not null default now(),
    /* The visit before; null at the first one. */
    previous_at timestamptz,
    primary key (company, pvaid),
    foreign key (company, pvaid) references contacts (company, pvaid)
  );

  create table invoices (
    company int not null, control_no int not null, id int not null,
    no text not null,
    date date not null,
    document_id int not null,
    order_no int,
    /* The amount includes VAT. A provider's books need not say any of these four. */
    amount numeric(12, 2), currency text check (currency ~ '^[A-Z]{3}$'),
    due_date date,
    is_paid boolean,
    ${externalId},
    primary key (company, control_no),
    foreign key (company, id) references customers (company, id),
    foreign key (company, document_id) references documents (company, document_id),
    foreign key (company, order_no) references orders (company, no),
    check ((amount is null) = (currency is null))
  );
  create index invoices_customer on invoices (company, id, date desc);
  create index invoices_document on invoices (company, document_id);
  create unique index invoices_external_id on invoices (company, external_id);

  create table letters (
    company int not null references providers,
    letter_no int not null,
    kind text not null check (kind in ('participation', 'timesheet')),
    event_id int, no int,
    ${externalId},
    primary key (company, letter_no),
    foreign key (company, event_id, no) references events (company, event_id, no)
  );
  create unique index letters_external_id on letters (company, external_id);
  /* Every key that ever signed here: what an old one signed stays valid. Private keys are never in the database. */
  create table signing_keys (
    key_id text primary key,
    public_key text not null unique,
    first_used_at timestamptz not null default now()
  );
  create table issued_letters (
    /* Over all companies, since whoever checks a letter knows nothing but this number. */
    number text primary key check (number ~ '^[0-9A-HJKMNP-TV-Z]{12}$'),
    company int not null, id int not null, pvaid int not null,
    kind text not null check (kind in ('participation', 'timesheet')),
    key_id text not null references signing_keys,
    /* What stands on the letter; json and not jsonb, which would sort the members. */
    printed json not null,
    /* One file may have the letters of all participants. */
    sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
    issued_at timestamptz not null default now(),
    withdrawn_at timestamptz, withdrawn_reason text,
    renamed boolean not null default false,
    foreign key (company, id, pvaid) references contacts (company, id, pvaid),
    check ((withdrawn_at is null) = (withdrawn_reason is null))
  );
  create index issued_letters_contact on issued_letters (company, id, pvaid);
  create index issued_letters_sha256 on issued_letters (sha256);

  /* The result lies in the row, so that it, the state and the entry in the registry of letters commit together. */
  create table server_functions (
    job_id uuid primary key,
    company int not null, id int not null, pvaid int not null,
    name text not null, parameter text not null, request_hash text not null,
    /* Drawn when it is asked for: however often the job is tried, it makes one letter. */
    letter_number text not null,
    status smallint not null default 0 check (status between 0 and 3),
    failures int not null default 0,
    error text,
    file bytea,
    created_at timestamptz not null default now(),
    finished_at timestamptz,
    caption text,
    cost int not null default 1,
    content_hash text,
    /* A company may have several shops: what follows from a call, a mail or a letter, is of the one in which it was made. */
    shop text,
    /* A copy of one's data is given to the login alone that asked for it. */
    family uuid,
    foreign key (company, id, pvaid) references contacts (company, id, pvaid),
    check ((status = 2) = (file is not null)),
    check ((status = 3) = (error is not null)),
    check ((status >= 2) = (finished_at is not null))
  );
  /* Compressing what is compressed already takes time and gains nothing. */
  alter table server_functions alter column file set storage external;
  create unique index server_functions_open on server_functions (company, pvaid, request_hash) where status < 2;
  create index server_functions_waiting on server_functions (company, id) where status < 2;
  create index server_functions_end on server_functions (coalesce(finished_at, created_at));
  /* What somebody, or all of a customer, has asked for within a day. */
  create index server_functions_person on server_functions (company, pvaid, created_at);
  create index server_functions_customer on server_functions (company, id, created_at)`
