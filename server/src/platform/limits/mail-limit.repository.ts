import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../database/query.ts'
import { expiringTable } from '../database/retention.ts'

interface MailLimit {
  readonly most: number
  readonly seconds: number
  readonly inARow: number
}

/**
 * Counts a mail within a limit that holds for all processes, in the transaction of the mail. The limit's row stays
 * locked until the transaction ends, so of two simultaneous mails the second waits.
 * @param key the counted mails and their owner; stored as a hash, so that the table contains no addresses
 * @param when `next` counts the mail at the next time at which the limit allows one, however late
 * @returns the time at which the mail may go by the database's clock; undefined if it may not go now
 */
export async function countMail(
  trx: Db,
  { most, seconds, inARow }: MailLimit,
  key: readonly (string | number)[],
  when: 'now' | 'next' = 'now'
): Promise<Date | undefined> {
  const hash = createHash('sha256').update(key.join('\n')).digest()
  const pause = seconds / (most - inARow)
  const lead = sql`make_interval(secs => ${pause * (inARow - 1)})`
  const used = sql`greatest(known.used_until, now())`
  const { rows } = await sql<{ at: Date }>`
    insert into mail_limits as known (key_hash, used_until) values (${hash}, now() + make_interval(secs => ${pause}))
    on conflict (key_hash) do update set used_until = ${used} + make_interval(secs => ${pause})
    where ${when === 'next'} or ${used} - ${lead} <= now()
    returning greatest(now(), used_until - make_interval(secs => ${pause * inARow})) as at`.execute(trx)
  return rows[0]?.at
}

/** A limit whose mails are all free again needs no row. */
export const mailLimitRetention = expiringTable(
  'mail_limits',
  'as long as a limit of mails counts them',
  () => sql`used_until < now()`
)
