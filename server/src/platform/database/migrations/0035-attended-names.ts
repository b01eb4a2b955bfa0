import { type Kysely, sql } from 'kysely'

const personsName = `
  select concat_ws(' ', nullif(person.first_name, ''), nullif(person.last_name, ''))
  from contacts contact
  join persons person on person.company = contact.contact_company and person.id = contact.contact_id
  where contact.company = participation.company and contact.pvaid = participation.pvaid`

const statements = [
  sql`alter table participations add column attended_name text`,
  sql`update participations participation set attended_name = (${sql.raw(personsName)}) where attended`,
  // A trigger, because attendance comes by imports and by SQL of the provider's own, and each of them would have to look up names.
  sql`
    create function keep_attended_name() returns trigger language plpgsql as $$
    declare participation participations := new;
    begin
      new.attended_name := (${sql.raw(personsName)});
      return new;
    end $$`,
  sql`
    create trigger keep_attended_name_of_new before insert on participations
    for each row when (new.attended) execute function keep_attended_name()`,
  sql`
    create trigger keep_attended_name before update of attended on participations
    for each row when (new.attended and not old.attended) execute function keep_attended_name()`,
  sql`alter table issued_letters add column renamed boolean not null default false`
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
