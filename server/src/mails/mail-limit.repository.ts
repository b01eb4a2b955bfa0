import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../platform/database/tables.ts'

/**
 * A limit: `perDay` mails in any 24 hours, of which `atOnce` may follow each other without a pause; further turns come
 * back one by one.
 */
export interface MailLimit {
  readonly perDay: number
  readonly atOnce: number
}

/**
 * Takes a turn for a mail, in the transaction that queues it. Its row stays locked until that ends: of two at once the
 * second one waits.
 * @param key the purpose and the person that are counted; stored as a hash, so that the table contains no addresses
 * @param when `next` takes the next turn there is, however late
 * @returns the time at which the mail may leave, by the database's clock; undefined where there is no turn now
 */
export async function takeMailTurn(
  trx: Kysely<Tables>,
  key: readonly (string | number)[],
  { perDay, atOnce }: MailLimit,
  when: 'now' | 'next' = 'now'
): Promise<Date | undefined> {
  const hash = createHash('sha256').update(key.join('\n')).digest()
  const seconds = (24 * 3600) / (perDay - atOnce)
  const lead = sql`make_interval(secs => ${seconds * (atOnce - 1)})`
  const used = sql`greatest(known.used_until, now())`
  const { rows } = await sql<{ at: Date }>`
    insert into mail_limits as known (key_hash, used_until) values (${hash}, now() + make_interval(secs => ${seconds}))
    on conflict (key_hash) do update set used_until = ${used} + make_interval(secs => ${seconds})
    where ${when === 'next'} or ${used} - ${lead} <= now()
    returning greatest(now(), used_until - make_interval(secs => ${seconds * atOnce})) as at`.execute(trx)
  return rows[0]?.at
}

/** Deletes counts that no rule needs any more. */
export async function removeOldMailLimits(db: Kysely<Tables>): Promise<void> {
  await sql`delete from mail_limits where used_until < now()`.execute(db)
}
