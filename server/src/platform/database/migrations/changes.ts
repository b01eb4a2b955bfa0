import { sql } from 'kysely'
import { type DatabaseMigrations, inOrder } from './migration.ts'

/** Numbered tables: the column of the number, and the column of the parent within which the number counts. */
const numbered = {
  documents: ['document_id', '0'],
  evaluations: ['interface_id', '0'],
  events: ['event_id', '0'],
  invoice_addresses: ['no', 'id'],
  invoices: ['control_no', '0'],
  letters: ['letter_no', '0'],
  orders: ['no', '0'],
  participations: ['participant_id', '0'],
  webinar_links: ['link_id', '0']
}

export const changes: DatabaseMigrations = {
  /**
   * A person may be a customer and a contact of several customers. A change through one of these rows was marked for
   * that row alone, so the import of another row overwrote it. Now each row has its own mark, and loses it when the
   * provider has sent that row back.
   */
  '0068-changes-of-shared-persons': inOrder(
    sql`
    create or replace function note_customer_changes() returns trigger language plpgsql as $$
    declare
      own int := new.key->>'pvaid';
      person int;
    begin
      insert into customer_changes (company, resource, row_key, code, changed_at)
      select new.company, new.resource,
             coalesce(new.key->>'pvaid', concat_ws('/', new.key->>'id', new.key->>'no')), code, new.at
      from jsonb_object_keys(new.changes) code
      on conflict (company, resource, row_key, code) do update set changed_at = excluded.changed_at
      where customer_changes.changed_at <> excluded.changed_at;

      if new.resource = 'invoice-address' then return null; end if;
      if new.resource = 'customer' then person := new.key->>'id';
      else select contact_id into person from contacts where company = new.company and pvaid = own;
      end if;
      /* The codes of a person's columns differ by what they begin with. */
      insert into customer_changes (company, resource, row_key, code, changed_at)
      select new.company, named.resource, named.row_key, named.prefix || substr(code, 4), new.at
      from jsonb_object_keys(new.changes) code
      cross join (
        select 'contact' as resource, pvaid::text as row_key, 'ASP' as prefix from contacts
        where contact_company = new.company and contact_id = person and (new.resource = 'customer' or pvaid <> own)
        union all
        select 'customer', id::text, 'KND' from customers
        where company = new.company and id = person and new.resource <> 'customer'
      ) named
      where code ~ '^(ASP|KND)_(ANREDE|TITEL|VORNAME|NACHNAME|TITELHINTEN|BERUFSBEZEICHNUNG|STRASSE|PLZ|ORT|TELEFON|TELEFAX|EMAIL)$'
      order by named.resource, named.row_key, code
      on conflict (company, resource, row_key, code) do update set changed_at = excluded.changed_at
      where customer_changes.changed_at <> excluded.changed_at;
      return null;
    end $$`
  ),

  '0088-traces-of-changes': inOrder(
    sql`alter table audit_entries add column trace text`,
    sql`comment on column audit_entries.trace is 'The header traceparent of the save, for its webhooks; none of an import.'`
  ),

  /**
   * The highest numbers of removed rows, which no new row gets again. `docs/decisions/0113-numbers-of-removed-rows.md`
   */
  '0091-removed-numbers': {
    async up(db) {
      await sql`create table removed_numbers (
    company int not null, table_name text not null, within int not null, highest int not null,
    primary key (company, table_name, within)
  )`.execute(db)
      await sql`comment on column removed_numbers.within is 'The customer of an address, whose numbers are its own; 0 otherwise.'`.execute(
        db
      )
      // A removed row with a number below a remaining one needs no note, so most removals do not wait for each other.
      await sql`create function note_removed_numbers() returns trigger language plpgsql as $$
    begin
      execute format('
        insert into removed_numbers as noted (company, table_name, within, highest)
        select company, %1$L, %3$s, max(%2$I) from gone group by company, 3
        having not exists (
          select from %1$I stays where stays.company = gone.company and %4$s stays.%2$I > max(gone.%2$I))
        order by company, 3
        on conflict (company, table_name, within) do update set highest = excluded.highest
        where noted.highest < excluded.highest',
        tg_table_name, tg_argv[0], tg_argv[1],
        case when tg_argv[1] <> '0' then format('stays.%1$I = gone.%1$I and', tg_argv[1]) end);
      return null;
    end $$`.execute(db)
      for (const [table, [number, within]] of Object.entries(numbered))
        await sql`create trigger note_removed_numbers after delete on ${sql.table(table)} referencing old table as gone
      for each statement execute function note_removed_numbers(${sql.lit(number)}, ${sql.lit(within)})`.execute(db)
    }
  }
}
