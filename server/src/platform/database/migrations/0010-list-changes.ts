import { type Kysely, sql } from 'kysely'

// Whoever keeps a list asks whether it still holds. A row for each statement that changed something in a customer's lists, and
// commits with it: nothing is updated, so that no two writers ever wait for each other here. 0 is every customer of the company.
const table = [
  sql`
    create table list_changes (
      company int not null,
      id int not null,
      -- Their sum is what is compared; two that meet by chance would have to do so within minutes, for one customer.
      change int8 not null default floor(random() * 9007199254740991)::int8
    )`,
  sql`create index list_changes_customer on list_changes (company, id) include (change)`
]

/** An import of the provider's changes thousands of customers with one statement. */
const mostCustomers = 100

const note = (customers: string): string => `
  insert into list_changes (company, id)
  select distinct company, case when count(*) over (partition by company) > ${mostCustomers} then 0 else id end
  from (select distinct company, id from (${customers}) each) customers;`

/** Whose lists show rows of a table. `rows` are those that a statement changed, as they were and as they are. */
const customersOf: Record<string, (rows: string) => string> = {
  contacts: (rows) => `select company, id from ${rows}`,
  shop_users: (rows) => `select company, id from ${rows}`,
  participations: (rows) => `select company, id from ${rows}`,
  invoices: (rows) => `select company, id from ${rows}`,
  documents: (rows) => `select company, coalesce(id, 0) as id from ${rows}`,
  events: (rows) => `select company, 0 as id from ${rows}`,
  persons: (rows) => `
    select contacts.company, contacts.id from ${rows}
    join contacts on contacts.contact_company = rows.company and contacts.contact_id = rows.id`
}

const triggersOf = ([name, customers]: [string, (rows: string) => string]): string[] => [
  `create function note_changes_of_${name}() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' then ${note(customers('(table before union all table changed) rows'))}
      else ${note(customers('changed rows'))}
      end if;
      return null;
    end $$`,
  ...[
    'insert on # referencing new table as changed',
    'update on # referencing old table as before new table as changed',
    'delete on # referencing old table as changed'
  ].map(
    (when) => `
      create trigger note_${when.slice(0, 6)} after ${when.replace('#', name)}
      for each statement execute function note_changes_of_${name}()`
  ),
  `create trigger note_truncate after truncate on ${name} for each statement execute function note_changes_of_all()`
]

const ofAll = `
  create function note_changes_of_all() returns trigger language plpgsql as $$
  begin
    insert into list_changes (company, id) select company, 0 from providers;
    return null;
  end $$`

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of table) await statement.execute(db)
  for (const text of [ofAll, ...Object.entries(customersOf).flatMap(triggersOf)]) await sql.raw(text).execute(db)
}
