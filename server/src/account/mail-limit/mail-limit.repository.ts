import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'

export interface MailLimit {
  readonly perDay: number
  /** Between two mails. */
  readonly pauseSeconds: number
}

/**
 * Counts a mail that somebody asks for, in the transaction that queues it, so that nobody can fill a mailbox or make one link useless
 * by the next again and again.
 * @param key the kind of mail and whom or what it is counted for; stored as a hash, so that the table contains no addresses
 * @returns whether it may be sent
 */
export async function takeMailTurn(
  trx: Kysely<Tables>,
  key: readonly (string | number)[],
  { perDay, pauseSeconds }: MailLimit
): Promise<boolean> {
  const hash = createHash('sha256').update(key.join('\n')).digest()
  const { rows } = await sql`
    insert into mail_limits as known (key_hash) values (${hash})
    on conflict (key_hash) do update set
      count = case when known.first_at < now() - interval '1 day' then 1 else known.count + 1 end,
      first_at = case when known.first_at < now() - interval '1 day' then now() else known.first_at end,
      last_at = now()
    where known.last_at <= now() - make_interval(secs => ${pauseSeconds})
      and (known.count < ${perDay} or known.first_at < now() - interval '1 day')
    returning 1`.execute(trx)
  return rows.length > 0
}

/** What no rule counts any more. */
export async function removeOldMailLimits(db: Kysely<Tables>): Promise<void> {
  await sql`delete from mail_limits where last_at < now() - interval '1 day'`.execute(db)
}
