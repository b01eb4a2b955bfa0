import { type Kysely, sql } from 'kysely'

const statements = [
  // The feed gives them beside what persons changed.
  sql`create index audit_entries_erased on audit_entries (company, txid, id) where action = 'erase'`,
  // Whatever writes shop users: an erased person gets no access again.
  sql`
    create function refuse_erased() returns trigger language plpgsql as $$
    begin
      if exists (select from contacts where company = new.company and pvaid = new.pvaid and erased_at is not null) then
        raise check_violation using constraint = 'shop_users_erased';
      end if;
      return new;
    end $$`,
  sql`create trigger refuse_erased before insert on shop_users for each row execute function refuse_erased()`
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
