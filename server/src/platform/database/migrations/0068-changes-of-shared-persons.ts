import { sql } from 'kysely'
import { inOrder } from './in-order.ts'

/**
 * A person may be a customer and a contact of several: what was changed by one of these rows was marked for that one alone, and the
 * import of another one wrote its own value. Each row has its mark now, and loses it when the provider has sent that row back.
 */
export const up = inOrder(
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
)
