import { type Kysely, sql } from 'kysely'

/**
 * The kind of a refusal, which only its sentence said before. The release before writes and reads `is_conflict` alone:
 * a trigger gives each of the two columns what the other one says.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table import_refusals add column kind text not null default 'row' check (kind in ('row', 'field', 'conflict'))`.execute(
    db
  )
  await sql`alter table import_refusals alter column kind drop default`.execute(db)
  await sql`comment on column import_refusals.kind is 'row: it was not taken; field: the row was taken without it; conflict: the stored value stays.'`.execute(
    db
  )
  await sql`comment on column import_refusals.is_conflict is 'Whether the kind is conflict, for the release before.'`.execute(
    db
  )
  await sql`create function note_refusal_kind() returns trigger language plpgsql as $$
    begin
      new.kind := coalesce(new.kind, case
        when new.is_conflict then 'conflict'
        when new.sentence like '% The row was taken without it.%' then 'field'
        else 'row' end);
      new.is_conflict := new.kind = 'conflict';
      return new;
    end $$`.execute(db)
  await sql`create trigger note_refusal_kind before insert or update on import_refusals
    for each row execute function note_refusal_kind()`.execute(db)
  // Only these: a row may be a megabyte.
  await sql`update import_refusals set kind = null
    where is_conflict or sentence like '% The row was taken without it.%'`.execute(db)
}
