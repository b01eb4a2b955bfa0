import { type Kysely, sql } from 'kysely'

/** A login that is taken away takes its calendar's address with it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table calendar_feeds
      drop constraint calendar_feeds_company_pvaid_fkey,
      add constraint calendar_feeds_company_pvaid_fkey
        foreign key (company, pvaid) references shop_users (company, pvaid) on delete cascade`.execute(db)
}
