import { type Kysely, sql } from 'kysely'
import type { Config } from '../config/config.ts'
import { OperatorError } from '../config/operator-error.ts'
import { findHold } from '../database/outgoing.ts'
import type { Tables } from '../database/tables.ts'
import { inTransaction } from '../database/transaction.ts'
import type { QueueJob } from './job.ts'

type MailKinds = readonly Pick<QueueJob<object, never>, 'name' | 'goodForHours' | 'onFailed'>[]

/** A mail that does not leave any more. */
interface DroppedMail {
  readonly id: string
  readonly kind: string
  readonly queuedAt: string
  /** The person of the access, as `company/pvaid`; null: known by an address alone. */
  readonly person: string | null
}

export interface Released {
  /** The reason why outgoing was on hold; null where it was not. */
  readonly hold: string | null
  /** The oldest first. */
  readonly dropped: readonly DroppedMail[]
}

/**
 * Gives up the mails of a kind that were queued too long ago, as if their retries were used up, with the same
 * consequences.
 */
async function dropEnded(
  trx: Kysely<Tables>,
  { name, goodForHours = 0, onFailed }: MailKinds[number]
): Promise<DroppedMail[]> {
  const reason = 'Its link or password had ended when outgoing was released.'
  const { rows } = await sql<Omit<DroppedMail, 'kind' | 'queuedAt'> & { data: object; queuedAt: Date }>`
    update jobs set state = 'failed', reason = ${reason}, ended_at = now()
    where kind = ${name} and ended_at is null and (state = 'waiting' or due_at <= now())
      and case attempts when 0 then greatest(queued_at, due_at) else queued_at end
        < now() - make_interval(hours => ${goodForHours})
    returning id, data, queued_at as "queuedAt", (data->>'company') || '/' || (data->>'pvaid') as person`.execute(trx)
  for (const { data } of rows) await onFailed?.(trx, data)
  return rows.map(({ id, person, queuedAt }) => ({ id, kind: name, queuedAt: queuedAt.toISOString(), person }))
}

/** Lets mails and webhooks leave again, but for mails whose link or password has ended meanwhile. */
export function releaseOutgoing(
  db: Kysely<Tables>,
  jobs: MailKinds,
  { outgoingOnHold }: Pick<Config, 'outgoingOnHold'>
): Promise<Released> {
  return inTransaction(db, async (trx) => {
    if (outgoingOnHold)
      throw new OperatorError('OUTGOING_ON_HOLD is set: take it out of the settings of every program first.')
    const hold = await findHold(trx)
    if (hold === null) return { hold, dropped: [] }
    await sql`update outgoing set held_because = null, database_identity = database_identity()`.execute(trx)
    const dropped: DroppedMail[] = []
    for (const kind of jobs.filter(({ goodForHours }) => goodForHours !== undefined))
      dropped.push(...(await dropEnded(trx, kind)))
    return { hold, dropped: dropped.toSorted((one, other) => one.queuedAt.localeCompare(other.queuedAt)) }
  })
}
