import { sql } from 'kysely'
import { inOrder } from './in-order.ts'

/**
 * Whoever had a login stays known as such while there is no address, and with it no row of a login: else an address could be emptied and
 * a stranger's set by the rules for somebody who never had one.
 */
export const up = inOrder(
  sql`alter table contacts add column had_login boolean not null default false`,
  sql`
    create function keep_login() returns trigger language plpgsql as $$
    begin
      update contacts set had_login = true where company = old.company and pvaid = old.pvaid;
      return null;
    end $$`,
  sql`create trigger keep_login after delete on shop_users
    for each row when (old.had_login) execute function keep_login()`,
  sql`
    create or replace function note_login() returns trigger language plpgsql as $$
    begin
      new.had_login := new.had_login or new.rights <> 0 or new.password_hash is not null or (tg_op = 'INSERT' and exists (
        select from contacts where company = new.company and pvaid = new.pvaid and had_login));
      return new;
    end $$`
)
