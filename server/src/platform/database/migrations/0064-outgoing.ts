import { sql } from 'kysely'
import { inOrder } from './in-order.ts'

export const up = inOrder(
  // Of one row: what the database was when this was last noted, and why nothing leaves it.
  sql`
    create table outgoing (
      is_only boolean primary key default true check (is_only),
      database_identity text not null,
      folder_mark text not null,
      public_url text,
      held_because text
    )`,
  // Every role may read both unless that was revoked; a function, since a statement that names what it may not call fails as a whole.
  sql`
    create function database_identity() returns text language plpgsql stable as $$
    declare own text := (select oid from pg_database where datname = current_database());
    begin
      return (select system_identifier from pg_control_system()) || '/' || own;
    exception when insufficient_privilege then
      return '/' || own;
    end $$`
)
