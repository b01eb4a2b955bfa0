import { sql } from 'kysely'
import { inOrder } from './in-order.ts'

export const up = inOrder(
  // For the clean-ups, which read each table as a whole every ten minutes without them.
  sql`create index passkey_challenges_end on passkey_challenges (expires_at)`,
  sql`create index password_mails_end on password_mails (expires_at)`,
  sql`create index email_changes_end on email_changes (expires_at)`,
  sql`create index zip_downloads_end on zip_downloads (expires_at)`,
  sql`create index mail_limits_end on mail_limits (used_until)`,
  sql`create index import_runs_end on import_runs (committed_at)`,
  // For lists of jobs that were given up, among all that are kept for JOB_DAYS.
  sql`create index jobs_given_up on jobs (kind) where state in ('failed', 'refused')`
)
