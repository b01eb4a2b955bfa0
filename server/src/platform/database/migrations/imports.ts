import { sql } from 'kysely'
import { type DatabaseMigrations, inOrder } from './migration.ts'

export const imports: DatabaseMigrations = {
  /** Number of fields that a run left out of accepted rows. */
  '0060-refused-fields': inOrder(sql`alter table import_runs add column refused_fields int not null default 0`),

  '0078-import-maps': inOrder(
    sql`alter table import_runs add column map text`,
    sql`comment on column import_runs.map is 'SHA-256 of the map that made its rows; null: no map.'`
  ),

  '0079-shares-of-imports': inOrder(
    sql`alter table import_runs add column share float8`,
    sql`comment on column import_runs.share is 'Part of the source that is stored, from 0 to 1; null where its size is not known.'`
  ),

  '0083-retention': inOrder(
    sql`
    alter table import_runs
      add column refusal_bytes int not null default 0,
      add column not_kept int not null default 0`,
    sql`comment on column import_runs.refusal_bytes is 'Bytes of its rows in import_refusals.'`,
    sql`comment on column import_runs.not_kept is 'Number of refusals beyond the limit of bytes, which are counted but not kept.'`,
    sql`create index jobs_end on jobs (ended_at) where ended_at is not null`
  ),

  /**
   * Kind of a refusal, which only its sentence named before. The release before reads and writes only `is_conflict`: a
   * trigger keeps both columns in agreement.
   */
  '0090-kinds-of-refusals': inOrder(
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
}
