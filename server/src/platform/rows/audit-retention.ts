import { sql } from 'kysely'
import type { Db } from '../database/query.ts'
import { expires, isOlder } from '../database/retention.ts'
import { isInFeedSql } from './audit-resources.ts'

/**
 * The history, the feed of changes and webhooks read no older entries. They stay a day more, for cursors that were
 * given out in time.
 */
export const auditRetention = expires('audit_entries', '`AUDIT_DAYS` and a day', ({ auditDays }) =>
  isOlder('at', auditDays + 1)
)

/**
 * Moves entries of a database that was restored into another server, which counts its transactions anew. Rows with
 * numbers that are still to come would wait until then, so they get the number of this transaction: readers of changes
 * get them now, or again.
 */
export async function placeInThisServer(db: Db): Promise<void> {
  const { rows } = await sql`
    select from providers cross join (values (true), (false)) as kind (is_program)
    cross join lateral (
      select txid from audit_entries
      where company = providers.company and (actor_pvaid is null) = kind.is_program
        and ${sql.raw(isInFeedSql)}
      order by txid desc, id desc limit 1
    ) as newest
    where newest.txid >= pg_snapshot_xmax(pg_current_snapshot()) limit 1`.execute(db)
  if (rows.length === 0) return
  await sql`
    update audit_entries set txid = pg_current_xact_id()
    where txid >= pg_snapshot_xmax(pg_current_snapshot())`.execute(db)
}
