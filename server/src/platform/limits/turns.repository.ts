import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../database/query.ts'
import { expiringTable } from '../database/retention.ts'

interface TurnLimit {
  readonly most: number
  readonly seconds: number
  readonly inARow: number
}

/**
 * Takes a turn of a limit that holds for all processes, in the transaction of the counted work. Its row stays locked
 * until the transaction ends, so of two simultaneous ones the second waits.
 * @param key the counted thing and its owner; stored as a hash, so that the table contains no addresses
 * @param when `next` takes the next free turn, however late
 * @returns the time of the turn by the database's clock; undefined if there is none now
 */
export async function takeTurn(
  trx: Db,
  { most, seconds, inARow }: TurnLimit,
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

/** No rule counts turns that have come back, so they are deleted. */
export const turnRetention = expiringTable(
  'mail_limits',
  'as long as a limit of mails counts them',
  () => sql`used_until < now()`
)
