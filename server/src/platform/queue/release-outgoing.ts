import { sql } from 'kysely'
import type { Config } from '../config/config.ts'
import { OperatorError } from '../config/operator-error.ts'
import { findHold } from '../database/outgoing.ts'
import type { Db } from '../database/query.ts'
import { inTransaction } from '../database/transaction.ts'
import type { QueueJob } from './job.ts'

type MailKinds = readonly Pick<QueueJob<object, never>, 'name' | 'group' | 'goodForHours' | 'onFailed'>[]

interface HeldMail {
  readonly id: string
  readonly kind: string
  readonly queuedAt: string
  /** Person of the access, as `company/contact`; null if only the address is known. */
  readonly person: string | null
}

export interface Released {
  /** Reason of the hold; null without a hold. */
  readonly hold: string | null
  /** Mails that are dropped, the oldest first. */
  readonly dropped: readonly HeldMail[]
  /** Mails of a restored backup that leave now, some of them perhaps for a second time. */
  readonly leaving: readonly HeldMail[]
}

type HeldRow = Omit<HeldMail, 'kind' | 'queuedAt'> & { readonly data: object; readonly queuedAt: Date }

const columns = sql`id, data, queued_at as "queuedAt", (data->>'providerId') || '/' || (data->>'contactId') as person`

const describeMails = (kind: string, rows: readonly HeldRow[]): HeldMail[] =>
  rows.map(({ id, person, queuedAt }) => ({ id, kind, queuedAt: queuedAt.toISOString(), person }))

const oldestFirst = (mails: readonly HeldMail[]): HeldMail[] =>
  mails.toSorted((one, other) => one.queuedAt.localeCompare(other.queuedAt))

/**
 * Gives up mails of a kind that are too old, or that were queued before the database was restored: the original may
 * have sent another link or password. The consequences are those of used-up retries.
 */
async function dropEnded(trx: Db, { name, goodForHours = 0, onFailed }: MailKinds[number]): Promise<HeldMail[]> {
  const reason = 'Its link or password had ended when outgoing was released.'
  const { rows } = await sql<HeldRow>`
    update jobs set state = 'failed', reason = ${reason}, ended_at = now()
    where kind = ${name} and ended_at is null and (state = 'waiting' or due_at <= now())
      and (queued_at < (select restored_at from outgoing) or case attempts when 0 then greatest(queued_at, due_at) else queued_at end
        < now() - make_interval(hours => ${goodForHours}))
    returning ${columns}`.execute(trx)
  for (const { data } of rows) await onFailed?.(trx, data)
  return describeMails(name, rows)
}

/** Lists mails of a kind that were queued before the database was restored. */
async function listRestored(trx: Db, kind: string): Promise<HeldMail[]> {
  const { rows } = await sql<HeldRow>`
    select ${columns} from jobs
    where kind = ${kind} and ended_at is null and queued_at < (select restored_at from outgoing)`.execute(trx)
  return describeMails(kind, rows)
}

/** Releases mails and webhooks, except for mails whose link or password has expired in the meantime. */
export function releaseOutgoing(
  db: Db,
  jobs: MailKinds,
  { outgoingOnHold }: Pick<Config, 'outgoingOnHold'>
): Promise<Released> {
  return inTransaction(db, async (trx) => {
    if (outgoingOnHold)
      throw new OperatorError('OUTGOING_ON_HOLD is set: take it out of the settings of every program first.')
    const hold = await findHold(trx)
    if (hold === null) return { hold, dropped: [], leaving: [] }
    await sql`update outgoing set held_because = null, database_identity = database_identity()`.execute(trx)
    const dropped: HeldMail[] = []
    for (const kind of jobs.filter(({ goodForHours }) => goodForHours !== undefined))
      dropped.push(...(await dropEnded(trx, kind)))
    const leaving: HeldMail[] = []
    for (const { name } of jobs.filter(({ group }) => group === 'mail'))
      leaving.push(...(await listRestored(trx, name)))
    return { hold, dropped: oldestFirst(dropped), leaving: oldestFirst(leaving) }
  })
}
