import { type Kysely, sql } from 'kysely'

// Every save of a field gave its mark another version, which no save of the same transaction can skip: the thousandth walked through
// 999 of them. Within a transaction the time is the same, so there is nothing to write.
const noteCustomerChanges = sql`
  create or replace function note_customer_changes() returns trigger language plpgsql as $$
  begin
    insert into customer_changes (company, resource, row_key, code, changed_at)
    select new.company, new.resource,
           coalesce(new.key->>'pvaid', concat_ws('/', new.key->>'id', new.key->>'no')), code, new.at
    from jsonb_object_keys(new.changes) code
    on conflict (company, resource, row_key, code) do update set changed_at = excluded.changed_at
    where customer_changes.changed_at <> excluded.changed_at;
    return null;
  end $$`

export async function up(db: Kysely<unknown>): Promise<void> {
  await noteCustomerChanges.execute(db)
}
