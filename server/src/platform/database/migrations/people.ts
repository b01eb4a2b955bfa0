import { sql } from 'kysely'
import { type DatabaseMigrations, inOrder } from './migration.ts'

export const people: DatabaseMigrations = {
  /**
   * Records whether a person has or had a login: otherwise somebody who changes the address of a former user would get
   * the account when the right is restored. A trigger records it, because saves, imports and commands all write shop
   * users.
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

  /**
   * Columns for the import rows that set the values of a person, and for the stored value where another row differs.
   */
  '0061-shared-persons': inOrder(
    sql`alter table persons add column set_by text`,
    sql`alter table import_refusals add column stored text`
  ),

  /** A contact that an operator has locked stays inactive, whichever program writes the row. */
  '0063-locked-contacts': inOrder(
    sql`
    alter table contacts add column locked_at timestamptz,
      add constraint contacts_locked check (locked_at is null or not active)`
  ),

  /**
   * Keeps the record of a former login when the address and with it the row of `shop_users` are removed: otherwise the
   * removal would let a colleague set a stranger's address, as for a contact that never had a login.
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
