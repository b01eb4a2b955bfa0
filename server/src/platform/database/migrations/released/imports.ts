export const imports = `
  create table import_runs (
    company int not null references providers,
    /* A program may choose it, so that it says nothing of the runs of others. */
    run_id uuid not null,
    resource text not null,
    mode text not null check (mode in ('upsert', 'replace')),
    dry_run boolean not null,
    /* Null: a command. */
    provider_key int,
    format text not null check (format in ('csv', 'ndjson')),
    header text,
    state text not null default 'running' check (state in ('running', 'done', 'failed')),
    failure text,
    /* The last line whose rows are stored. */
    line int not null default 0, read int not null default 0,
    created int not null default 0, updated int not null default 0,
    unchanged int not null default 0, removed int not null default 0,
    refused int not null default 0, conflicts int not null default 0,
    started_at timestamptz not null default now(), committed_at timestamptz not null default now(),
    primary key (company, run_id),
    foreign key (company, provider_key) references provider_keys (company, id)
  );
  create index import_runs_company on import_runs (company, started_at);
  /* A row that was not taken, or one whose field a customer has changed meanwhile. */
  create table import_refusals (
    id bigserial primary key,
    company int not null,
    run_id uuid not null,
    line int not null,
    is_conflict boolean not null default false,
    field text, value text,
    sentence text not null, text text not null,
    foreign key (company, run_id) references import_runs on delete cascade
  );
  create index import_refusals_run on import_refusals (company, run_id, id);
  /* What a run has read so far; gone when it is done. No foreign key: it would look for the same run once for each of a million
     rows, which the transaction that notes them updates anyway. */
  create table import_keys (
    company int not null,
    run_id uuid not null,
    key text not null,
    accepted boolean not null,
    primary key (company, run_id, key)
  )`
