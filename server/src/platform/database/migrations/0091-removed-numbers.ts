import { type Kysely, sql } from 'kysely'

/** The numbered tables: the column of the number, and the one of the row within which it counts. */
const numbered = {
  documents: ['document_id', '0'],
  evaluations: ['interface_id', '0'],
  events: ['event_id', '0'],
  invoice_addresses: ['no', 'id'],
  invoices: ['control_no', '0'],
  letters: ['letter_no', '0'],
  orders: ['no', '0'],
  participations: ['participant_id', '0'],
  webinar_links: ['link_id', '0']
}

/**
 * The highest numbers of removed rows, which no new row gets again. `docs/decisions/0113-numbers-of-removed-rows.md`
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table removed_numbers (
    company int not null, table_name text not null, within int not null, highest int not null,
    primary key (company, table_name, within)
  )`.execute(db)
  await sql`comment on column removed_numbers.within is 'The customer of an address, whose numbers are its own; 0 otherwise.'`.execute(
    db
  )
  // A removed row below one that stays needs no note: so removals of other rows do not wait for each other.
  await sql`create function note_removed_numbers() returns trigger language plpgsql as $$
    begin
      execute format('
        insert into removed_numbers as noted (company, table_name, within, highest)
        select company, %1$L, %3$s, max(%2$I) from gone group by company, 3
        having not exists (
          select from %1$I stays where stays.company = gone.company and %4$s stays.%2$I > max(gone.%2$I))
        order by company, 3
        on conflict (company, table_name, within) do update set highest = excluded.highest
        where noted.highest < excluded.highest',
        tg_table_name, tg_argv[0], tg_argv[1],
        case when tg_argv[1] <> '0' then format('stays.%1$I = gone.%1$I and', tg_argv[1]) end);
      return null;
    end $$`.execute(db)
  for (const [table, [number, within]] of Object.entries(numbered))
    await sql`create trigger note_removed_numbers after delete on ${sql.table(table)} referencing old table as gone
      for each statement execute function note_removed_numbers(${sql.lit(number)}, ${sql.lit(within)})`.execute(db)
}
