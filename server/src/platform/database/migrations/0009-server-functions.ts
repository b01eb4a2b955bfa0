import { type Kysely, sql } from 'kysely'

const statements = [
  // The result lies in the row, so that it, the state and the entry in the registry of letters commit together.
  sql`
    create table server_functions (
      job_id uuid primary key,
      company int not null,
      id int not null,
      pvaid int not null,
      name text not null,
      parameter text not null,
      request_hash text not null,
      -- Drawn when it is asked for: however often the job is tried, it makes one letter.
      letter_number text not null,
      status smallint not null default 0 check (status between 0 and 3),
      failures int not null default 0,
      error text,
      file bytea,
      created_at timestamptz not null default now(),
      finished_at timestamptz,
      foreign key (company, id, pvaid) references contacts (company, id, pvaid),
      check ((status = 2) = (file is not null)),
      check ((status = 3) = (error is not null)),
      check ((status >= 2) = (finished_at is not null))
    )`,
  sql`create unique index server_functions_open on server_functions (company, pvaid, request_hash) where status < 2`,
  sql`create index server_functions_waiting on server_functions (company, id) where status < 2`,
  sql`create index server_functions_end on server_functions (coalesce(finished_at, created_at))`,
  // Compressing what is compressed already takes time and gains nothing.
  sql`alter table server_functions alter column file set storage external`,
  // Net, in cents.
  sql`alter table participations add column price int not null default 0 check (price >= 0)`,
  sql`
    alter table evaluations add column template text not null default 'evaluation-participants'
      check (template in ('evaluation-participants', 'evaluation-costs', 'evaluation-attendance'))`
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
