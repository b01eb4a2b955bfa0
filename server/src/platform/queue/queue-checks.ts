import { sql } from 'kysely'
import { findHold } from '../database/outgoing.ts'
import { type Checks, failedFault, warningFault } from '../operator/check.ts'

export const queueChecks: Checks = {
  async 'failed-jobs'(_config, db) {
    const { rows } = await sql<{ kind: string; failed: number }>`
      select kind, count(*)::int as failed from jobs where state = 'failed' group by kind order by kind`.execute(db)
    if (rows.length === 0) return 'no job has used up its retries'
    return warningFault(
      `Jobs have used up their retries: ${rows.map((row) => `${row.failed} ${row.kind}`).join(', ')}.`
    )
  },
  async 'late-jobs'(_config, db) {
    if ((await findHold(db)) !== null) return 'not looked at while outgoing is on hold'
    // A kind with jobs that begin is just busy: jobs for a failing receiver wait for each other.
    const { rows } = await sql<{ late: number; since: Date | null }>`
      select count(*)::int as late, min(due_at) as since from jobs
      where ended_at is null and due_at < now() - interval '10 minutes'
        and kind not in (select kind from jobs where started_at > now() - interval '10 minutes')`.execute(db)
    const since = rows[0]?.since?.toISOString()
    return since ? failedFault(`${rows[0]?.late} jobs wait in vain since ${since}.`) : 'no job waits in vain'
  }
}
