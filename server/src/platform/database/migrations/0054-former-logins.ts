import { sql } from 'kysely'
import { inOrder } from './in-order.ts'

/**
 * Whether a person has or had a login: whoever then changes its address could have the account once its right is given back. A
 * trigger keeps it, because saves, imports and commands all write shop users.
 */
export const up = inOrder(
  sql`alter table shop_users add had_login boolean not null default false`,
  sql`update shop_users s set had_login = true
    where s.rights <> 0 or s.password_hash is not null
      or exists (select from contact_access a where a.company = s.company and a.pvaid = s.pvaid)`,
  sql`create function note_login() returns trigger language plpgsql as $$
    begin
      new.had_login := new.had_login or new.rights <> 0 or new.password_hash is not null;
      return new;
    end $$`,
  sql`create trigger note_login before insert or update of rights, password_hash on shop_users
    for each row execute function note_login()`
)
