import { sql } from 'kysely'
import { inOrder } from './in-order.ts'

/**
 * The kind of a refusal, which only its sentence said before. The release before writes and reads `is_conflict` alone:
 * a trigger gives each of the two columns what the other one says.
 */
export const up = inOrder(
  sql`alter table import_refusals add column kind text not null default 'row' check (kind in ('row', 'field', 'conflict'))`,
  sql`alter table import_refusals alter column kind drop default`,
  sql`comment on column import_refusals.kind is 'row: it was not taken; field: the row was taken without it; conflict: the stored value stays.'`,
  sql`comment on column import_refusals.is_conflict is 'Whether the kind is conflict, for the release before.'`,
  sql`create function note_refusal_kind() returns trigger language plpgsql as $$
    begin
      new.kind := coalesce(new.kind, case
        when new.is_conflict then 'conflict'
        when new.sentence like '% The row was taken without it.%' then 'field'
        else 'row' end);
      new.is_conflict := new.kind = 'conflict';
      return new;
    end $$`,
  sql`create trigger note_refusal_kind before insert or update on import_refusals
    for each row execute function note_refusal_kind()`,
  // Only these: a row may be a megabyte.
  sql`update import_refusals set kind = null
    where is_conflict or sentence like '% The row was taken without it.%'`
)
