import { type Kysely, sql } from 'kysely'

/** What a provider names by keys of its own. What a customer makes gets one too, which the provider may replace. */
const tables = [
  'customers',
  'contacts',
  'invoice_addresses',
  'events',
  'orders',
  'participations',
  'documents',
  'invoices',
  'webinar_links',
  'letters',
  'evaluations'
]

// By their bytes, as an export writes them: the same order in every database, and the one that the index has.
const externalId = (table: string) => [
  sql.raw(`
    alter table ${table} add column external_id text collate "C" not null default ('cc-' || gen_random_uuid())
      check (char_length(external_id) between 1 and 200)`),
  sql.raw(`create unique index ${table}_external_id on ${table} (company, external_id)`)
]

const statements = [
  sql`
    create table import_runs (
      company int not null references providers,
      -- A program may choose it, so that it says nothing of the runs of others.
      run_id uuid not null,
      resource text not null,
      mode text not null check (mode in ('upsert', 'replace')),
      dry_run boolean not null,
      -- Null: a command.
      provider_key int,
      format text not null check (format in ('csv', 'ndjson')),
      header text,
      state text not null default 'running' check (state in ('running', 'done', 'failed')),
      failure text,
      -- The last line whose rows are stored.
      line int not null default 0,
      read int not null default 0,
      created int not null default 0,
      updated int not null default 0,
      unchanged int not null default 0,
      removed int not null default 0,
      refused int not null default 0,
      conflicts int not null default 0,
      started_at timestamptz not null default now(),
      committed_at timestamptz not null default now(),
      primary key (company, run_id),
      foreign key (company, provider_key) references provider_keys (company, id)
    )`,
  sql`create index import_runs_company on import_runs (company, started_at)`,
  // A row that was not taken, or one whose field a customer has changed meanwhile.
  sql`
    create table import_refusals (
      id bigserial primary key,
      company int not null,
      run_id uuid not null,
      line int not null,
      is_conflict boolean not null default false,
      field text,
      value text,
      sentence text not null,
      text text not null,
      foreign key (company, run_id) references import_runs on delete cascade
    )`,
  sql`create index import_refusals_run on import_refusals (company, run_id, id)`,
  // What a run has read so far; gone when it is done. No foreign key: it would look for the same run once for each of a million
  // rows, which the transaction that notes them updates anyway.
  sql`
    create table import_keys (
      company int not null,
      run_id uuid not null,
      key text not null,
      accepted boolean not null,
      primary key (company, run_id, key)
    )`,
  // Which field a customer changed and the provider has not sent back equal.
  sql`
    create table customer_changes (
      company int not null,
      resource text not null,
      -- As in the audit: the pvaid of a contact, the id of a customer, id/no of an invoice address.
      row_key text not null,
      code text not null,
      changed_at timestamptz not null,
      primary key (company, resource, row_key, code)
    )`,
  sql`
    create function note_customer_changes() returns trigger language plpgsql as $$
    begin
      insert into customer_changes (company, resource, row_key, code, changed_at)
      select new.company, new.resource,
             coalesce(new.key->>'pvaid', concat_ws('/', new.key->>'id', new.key->>'no')), code, new.at
      from jsonb_object_keys(new.changes) code
      on conflict (company, resource, row_key, code) do update set changed_at = excluded.changed_at;
      return null;
    end $$`,
  // Every save has an audit row in its own statement, so that a mark commits with the change.
  sql`
    create trigger note_customer_changes after insert on audit_entries for each row
    when (new.actor_pvaid is not null and new.action = 'update'
      and new.resource in ('customer', 'contact', 'invoice-address', 'webshop-user'))
    execute function note_customer_changes()`
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...tables.flatMap(externalId), ...statements]) await statement.execute(db)
}
