import { sql } from 'kysely'
import { type DatabaseMigrations, inOrder } from './migration.ts'

export const people: DatabaseMigrations = {
  /**
   * Whether a person has or had a login: whoever then changes its address could have the account once its right is given back. A
   * trigger keeps it, because saves, imports and commands all write shop users.
   */
  '0054-former-logins': inOrder(
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
  ),

  /** Which rows of imports set the values of a person, and what stays where another one has it otherwise. */
  '0061-shared-persons': inOrder(
    sql`alter table persons add column set_by text`,
    sql`alter table import_refusals add column stored text`
  ),

  /** A contact that an operator has locked stays inactive, whatever writes the row. */
  '0063-locked-contacts': inOrder(
    sql`
    alter table contacts add column locked_at timestamptz,
      add constraint contacts_locked check (locked_at is null or not active)`
  ),

  /**
   * Whoever had a login stays known as such while there is no address, and with it no row of a login: else an address could be emptied and
   * a stranger's set by the rules for somebody who never had one.
   */
  '0069-logins-of-contacts': inOrder(
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
}
