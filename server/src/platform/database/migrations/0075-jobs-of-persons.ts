import { sql } from 'kysely'
import { inOrder } from './in-order.ts'

/** For the mails of one person. Without it each question reads all jobs that are kept. */
export const up = inOrder(
  sql`
    create index jobs_of_person on jobs ((data->>'company'), (data->>'pvaid')) where data->>'pvaid' is not null`
)
