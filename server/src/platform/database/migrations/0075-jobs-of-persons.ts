import { type Kysely, sql } from 'kysely'

/** For the mails of one person. Without it each question reads all jobs that are kept. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index jobs_of_person on jobs ((data->>'company'), (data->>'pvaid')) where data->>'pvaid' is not null`.execute(
    db
  )
}
