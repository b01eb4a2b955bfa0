import { type Kysely, sql } from 'kysely'
import PgBoss from 'pg-boss'
import type { Config } from '../config/config.ts'
import { OperatorError } from '../config/operator-error.ts'
import { findHold } from '../database/outgoing.ts'
import type { Tables } from '../database/tables.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Job } from './job.ts'
import { pgBossDatabase } from './pg-boss-database.ts'

type MailKinds = readonly Pick<Job<object, never>, 'name' | 'goodForHours'>[]

/** A mail that does not leave any more. */
interface DroppedMail {
  readonly id: string
  readonly kind: string
  readonly queuedAt: string
  /** Whose access it is about, as `company/pvaid`; null: known by an address alone. */
  readonly person: string | null
}

export interface Released {
  /** Why outgoing was on hold; null where it was not. */
  readonly hold: string | null
  /** The oldest first. */
  readonly dropped: readonly DroppedMail[]
}

/** Gives up the mails of a kind that were queued too long ago, as if their retries were used up: what has to follow does. */
async function dropEnded(trx: Kysely<Tables>, { name, goodForHours = 0 }: MailKinds[number]): Promise<DroppedMail[]> {
  const { rows } = await sql<Omit<DroppedMail, 'kind' | 'queuedAt'> & { queuedAt: Date }>`
    update pgboss.job set retry_limit = retry_count
    where name = ${name} and state in ('created', 'retry')
      and case when state = 'created' then greatest(created_on, start_after) else created_on end
        < now() - make_interval(hours => ${goodForHours})
    returning id, created_on as "queuedAt", (data->>'company') || '/' || (data->>'pvaid') as person`.execute(trx)
  if (rows.length === 0) return []
  const boss = new PgBoss({ db: pgBossDatabase(trx) })
  const message = 'Its link or password had ended when outgoing was released.'
  for (const { id } of rows) await boss.fail(name, id, { message })
  return rows.map(({ queuedAt, ...row }) => ({ ...row, kind: name, queuedAt: queuedAt.toISOString() }))
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
