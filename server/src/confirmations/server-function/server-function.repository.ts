import { createHash, randomUUID } from 'node:crypto'
import { today } from '@customer-center/contract/dates'
import { rightName } from '@customer-center/contract/rights'
import { AsyncStatus } from '@customer-center/contract/server-function'
import { type Kysely, sql } from 'kysely'
import type { Config } from '../../platform/config/config.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { type JobName, queueJob } from '../../platform/queue/job.ts'
import { newNumber } from '../verification/number.ts'
import type { FunctionName, FunctionRequest } from './function-request.ts'

/** Names a row of server_functions. */
export interface FunctionData {
  readonly jobId: string
}

export const serverFunctionName: JobName<FunctionData> = 'server-function'

const { requested, working, done, failed } = AsyncStatus

/** Which of two requests are the same; reading them has put their parts in one order, whatever that of the parameter string was. */
function hashOf(request: FunctionRequest): string {
  return createHash('sha256').update(JSON.stringify(request)).digest('hex')
}

/**
 * Queues a request, or finds the same one of the same person that is still open.
 * @param trx a transaction; the job runs when it has committed
 * @throws Refusal `tooManyJobs`
 */
export async function startFunction(
  trx: Kysely<Tables>,
  { company, id, pvaid }: Actor,
  request: FunctionRequest,
  parameter: string,
  { jobsPerUser, jobsPerCustomer }: Pick<Config, 'jobsPerUser' | 'jobsPerCustomer'>
): Promise<string> {
  // One at a time for each customer, else several at once would each find a free place.
  await sql`select pg_advisory_xact_lock(${company}::int, ${id}::int)`.execute(trx)
  const request_hash = hashOf(request)
  const waiting = await trx
    .selectFrom('server_functions')
    .select([
      sql<number>`count(*)`.as('customer'),
      sql<number>`count(*) filter (where pvaid = ${pvaid})`.as('user'),
      sql<string | null>`max(job_id::text) filter (where pvaid = ${pvaid} and request_hash = ${request_hash})`.as(
        'same'
      )
    ])
    .where('company', '=', company)
    .where('id', '=', id)
    .where('status', '<', done)
    .executeTakeFirstOrThrow()
  if (waiting.same !== null) return waiting.same
  if (waiting.user >= jobsPerUser || waiting.customer >= jobsPerCustomer) throw new Refusal('tooManyJobs')
  const job_id = randomUUID()
  const { name } = request
  await trx
    .insertInto('server_functions')
    .values({ job_id, company, id, pvaid, name, parameter, request_hash, letter_number: newNumber() })
    .execute()
  return queueJob(trx, serverFunctionName, { jobId: job_id }, job_id)
}

export interface StartedFunction {
  readonly name: FunctionName
  readonly parameter: string
  readonly status: number
  readonly error: string | null
  /** The day on which it was asked for. */
  readonly date: string
  /** It was asked for within the last second. */
  readonly fresh: boolean
}

/** When a request ended, or came as long as it has not: 24 hours later it is gone, also before it is removed. */
const ended = sql<Date>`coalesce(finished_at, created_at)`
const oldest = sql<Date>`now() - interval '24 hours'`
const justAsked = sql<boolean>`created_at > now() - interval '1 second'`

/** A request of the caller's own that is not older than a day, without its file. */
export async function findFunction(
  db: Kysely<Tables>,
  { company, pvaid }: Pick<Actor, 'company' | 'pvaid'>,
  jobId: string
): Promise<StartedFunction | undefined> {
  // The column takes nothing else.
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(jobId)) return undefined
  const row = await db
    .selectFrom('server_functions')
    .select(['name', 'parameter', 'status', 'error', 'created_at', justAsked.as('fresh')])
    .where('job_id', '=', jobId)
    .where('company', '=', company)
    .where('pvaid', '=', pvaid)
    .where(ended, '>=', oldest)
    .executeTakeFirst()
  return row && { ...row, date: today(row.created_at) }
}

export async function readFile(db: Kysely<Tables>, jobId: string): Promise<Buffer | undefined> {
  const row = await db.selectFrom('server_functions').select('file').where('job_id', '=', jobId).executeTakeFirst()
  return row?.file ?? undefined
}

export interface BegunFunction {
  readonly name: FunctionName
  readonly parameter: string
  readonly letterNumber: string
  readonly date: string
  readonly requester: Actor
}

/** Marks a request as being worked on; undefined if it is finished or gone. The requester comes with the right it has now. */
export async function beginFunction(db: Kysely<Tables>, jobId: string): Promise<BegunFunction | undefined> {
  const { rows } = await sql<{
    name: FunctionName
    parameter: string
    letterNumber: string
    createdAt: Date
    company: number
    id: number
    pvaid: number
    contactCompany: number
    contactId: number
    rights: number | null
  }>`
    update server_functions f set status = ${working}
    from contacts c left join shop_users s on s.company = c.company and s.pvaid = c.pvaid and c.active
    where f.job_id = ${jobId} and f.status < ${done} and c.company = f.company and c.pvaid = f.pvaid
    returning f.name, f.parameter, f.letter_number as "letterNumber", f.created_at as "createdAt", f.company, f.id, f.pvaid,
              c.contact_company as "contactCompany", c.contact_id as "contactId", s.rights`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { name, parameter, letterNumber, createdAt, rights, ...person } = row
  const requester = { ...person, right: rightName(rights) }
  return { name, parameter, letterNumber, date: today(createdAt), requester }
}

/**
 * Stores the result.
 * @param trx a transaction, in which also belongs what comes to exist with the result
 * @returns false if it is finished or gone already, and then nothing else may come to exist
 */
export async function finishFunction(trx: Kysely<Tables>, jobId: string, file: Uint8Array): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('server_functions')
    .set({ status: done, file: Buffer.from(file), finished_at: sql`now()` })
    .where('job_id', '=', jobId)
    .where('status', '<', done)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** @param sentence German, for the requester */
export async function failFunction(db: Kysely<Tables>, jobId: string, sentence: string): Promise<void> {
  await db
    .updateTable('server_functions')
    .set({ status: failed, error: sentence, finished_at: sql`now()` })
    .where('job_id', '=', jobId)
    .where('status', '<', done)
    .execute()
}

/** Puts a request back in line. @returns how often it has failed by now */
export async function countFailure(db: Kysely<Tables>, jobId: string): Promise<number> {
  const { rows } = await sql<{ failures: number }>`
    update server_functions set failures = failures + 1, status = ${requested}
    where job_id = ${jobId} and status < ${done} returning failures`.execute(db)
  return rows[0]?.failures ?? 0
}

/** Nobody fetches a result after a day, and what has not been worked on for as long will not be. */
export async function removeOldFunctions(db: Kysely<Tables>): Promise<void> {
  await db.deleteFrom('server_functions').where(ended, '<', oldest).execute()
}
