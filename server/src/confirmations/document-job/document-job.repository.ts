import { hash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { today } from '@customer-center/contract/dates'
import { rightName } from '@customer-center/contract/rights'
import { AsyncStatus, type FunctionStart, type StartedJob } from '@customer-center/contract/server-function'
import type { Config } from '../../platform/config/config.ts'
import { type Db, timesAsText, type WithDates } from '../../platform/database/query.ts'
import { expiringTable } from '../../platform/database/retention.ts'
import type { Actor, Caller } from '../../platform/http/caller.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { limits } from '../../platform/limits/limits.ts'
import { type JobName, jobName, queueJob } from '../../platform/queue/job.ts'
import type { DocumentRequest, FunctionName } from '../document/define-document.ts'
import { newSerialNumber } from '../verification/serial-number.ts'

/** Data of a queued job: the key of a row of server_functions. */
export interface DocumentJobData {
  readonly jobId: string
}

export function queueOf({ size }: Pick<DocumentRequest, 'size'>): JobName<DocumentJobData> {
  return size === 'large' ? largeDocumentJobName : documentJobName
}

export const documentJobName = jobName<DocumentJobData>('server-function')
export const largeDocumentJobName = jobName<DocumentJobData>('large-server-function')

const { requested, working, done, failed } = AsyncStatus

/**
 * Hashes a request. Equal requests have equal hashes, whatever the order in the parameter string, because parsing sorts
 * their parts.
 */
function hashOf({ content }: DocumentRequest, family: string | null = null): string {
  const text = JSON.stringify(family === null ? content : { ...content, family })
  return hash('sha256', text)
}

/**
 * The owner of a job: the person as a contact of this customer, and for a copy of data only the login that requested it.
 */
type JobOwner = Pick<Caller, 'providerId' | 'customerId' | 'contactId' | 'family'>

const ofLogin = (family: string) => sql<boolean>`(family is null or family = ${family}::uuid)`

type JobPerson = Pick<Actor, 'providerId' | 'customerId' | 'contactId' | 'shop'>

/** Locks the documents of a customer, so that simultaneous requests cannot exceed the limits. */
async function lockDocumentsOf(
  trx: Db,
  { providerId, customerId }: Pick<JobPerson, 'providerId' | 'customerId'>
): Promise<void> {
  await sql`select pg_advisory_xact_lock(${providerId}::int, ${customerId}::int)`.execute(trx)
}

/**
 * @throws Refusal `tooManyDocuments` if another document of this cost exceeds the limit of the person or the customer
 */
async function refuseAboveDay(db: Db, { providerId, customerId, contactId }: JobPerson, cost: number): Promise<void> {
  const { documentsOfPerson: ofPerson, documentsOfCustomer: ofCustomer } = limits
  const { rows } = await sql<{ ofCustomer: number; ofPerson: number }>`
    select coalesce(sum(cost), 0)::int as "ofCustomer", coalesce(sum(cost) filter (where contact_id = ${contactId}), 0)::int as "ofPerson"
    from server_functions
    where provider_id = ${providerId} and customer_id = ${customerId} and created_at > now() - make_interval(secs => ${ofPerson.seconds})`.execute(
    db
  )
  const made = rows[0] ?? { ofCustomer: 0, ofPerson: 0 }
  if (made.ofPerson + cost > ofPerson.most || made.ofCustomer + cost > ofCustomer.most)
    throw new Refusal(ofPerson.refusal)
}

/** @throws Refusal `tooManyDocuments` */
async function insertDocumentJob(
  trx: Db,
  person: JobPerson,
  { name, cost }: DocumentRequest,
  row: {
    readonly parameter: string
    readonly caption?: string | undefined
    readonly requestHash?: string
    readonly family?: string | null
    /** Marks a document that is made while its caller waits; its job has no hash by which anybody finds it. */
    readonly hasEnded?: true
  }
): Promise<string> {
  const { providerId, customerId, contactId, shop = null } = person
  const { parameter, caption = null, requestHash = '', family = null, hasEnded = false } = row
  await refuseAboveDay(trx, person, cost)
  const jobId = randomUUID()
  await sql`
    insert into server_functions (job_id, provider_id, customer_id, contact_id, shop, name, parameter, caption, request_hash,
      letter_number, cost, family, status, file, finished_at)
    values (${jobId}, ${providerId}, ${customerId}, ${contactId}, ${shop}, ${name}, ${parameter}, ${caption}, ${requestHash},
      ${newSerialNumber()}, ${cost}, ${family}, ${hasEnded ? done : requested}, ${hasEnded ? Buffer.alloc(0) : null},
      case when ${hasEnded}::boolean then now() end)`.execute(trx)
  return jobId
}

/**
 * Counts a document for which the caller waits, as a job that has already ended and that nobody can find.
 * @param trx a transaction
 * @throws Refusal `tooManyDocuments`
 */
export async function countDocument(
  trx: Db,
  person: JobPerson,
  request: DocumentRequest,
  parameter: string
): Promise<void> {
  await lockDocumentsOf(trx, person)
  await insertDocumentJob(trx, person, request, { parameter, hasEnded: true })
}

/**
 * Queues a request, or finds the open job of an equal request by the same person.
 * @param trx a transaction; the job runs when it has committed
 * @throws Refusal `tooManyJobs`, `tooManyDocuments`
 */
export async function startDocumentJob(
  trx: Db,
  { family: login, ...person }: JobOwner & Pick<Actor, 'shop'>,
  request: DocumentRequest,
  { parameter, caption }: Pick<FunctionStart, 'parameter' | 'caption'>,
  { jobsPerUser, jobsPerCustomer }: Pick<Config, 'jobsPerUser' | 'jobsPerCustomer'>
): Promise<string> {
  const { providerId, customerId, contactId } = person
  await lockDocumentsOf(trx, person)
  const family = request.ofLogin ? login : null
  const requestHash = hashOf(request, family)
  const { rows } = await sql<{ ofCustomer: number; ofPerson: number; same: string | null }>`
    select count(*) as "ofCustomer", count(*) filter (where contact_id = ${contactId}) as "ofPerson",
           max(job_id::text) filter (where contact_id = ${contactId} and request_hash = ${requestHash}) as same
    from server_functions where provider_id = ${providerId} and customer_id = ${customerId} and status < ${done}`.execute(
    trx
  )
  const open = rows[0] ?? { ofCustomer: 0, ofPerson: 0, same: null }
  if (open.same !== null) return open.same
  if (open.ofPerson >= jobsPerUser || open.ofCustomer >= jobsPerCustomer) throw new Refusal(limits.jobsOfPerson.refusal)
  const jobId = await insertDocumentJob(trx, person, request, { parameter, caption, requestHash, family })
  return queueJob(trx, queueOf(request), { jobId }, { id: jobId })
}

/** Finds the newest letter that the person got by an equal request within a day, unless it was revoked. */
export async function findSameLetter(
  db: Db,
  { providerId, customerId, contactId }: Pick<JobOwner, 'providerId' | 'customerId' | 'contactId'>,
  request: DocumentRequest
): Promise<{ readonly jobId: string; readonly contentHash: string } | undefined> {
  const { rows } = await sql<{ jobId: string; contentHash: string | null }>`
    select job_id as "jobId", content_hash as "contentHash"
    from server_functions made join issued_letters on issued_letters.number = letter_number
    where made.provider_id = ${providerId} and made.customer_id = ${customerId} and made.contact_id = ${contactId}
      and request_hash = ${hashOf(request)} and status = ${done} and finished_at > ${oldest} and withdrawn_at is null
    order by created_at desc limit 1`.execute(db)
  const { jobId = '', contentHash = null } = rows[0] ?? {}
  return contentHash === null ? undefined : { jobId, contentHash }
}

export interface StartedDocumentJob {
  readonly name: FunctionName
  readonly parameter: string
  readonly status: number
  readonly error: string | null
  /** Whether the job was started within the last second. */
  readonly recent: boolean
}

/**
 * SQL expression for a job's end, or its start if it has not ended. A job expires 24 hours after this time, even if it
 * is not deleted yet.
 */
const ended = sql<Date>`coalesce(finished_at, created_at)`
const oldest = sql<Date>`now() - interval '24 hours'`

/** Finds a job of the caller that has not expired, without its file. */
export async function findDocumentJob(
  db: Db,
  { providerId, customerId, contactId, family }: JobOwner,
  jobId: string
): Promise<StartedDocumentJob | undefined> {
  // The column accepts nothing else.
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(jobId)) return undefined
  const { rows } = await sql<StartedDocumentJob>`
    select name, parameter, status, error, created_at > now() - interval '1 second' as recent
    from server_functions where job_id = ${jobId} and provider_id = ${providerId} and customer_id = ${customerId} and contact_id = ${contactId}
      and ${ofLogin(family)} and ${ended} >= ${oldest}`.execute(db)
  return rows[0]
}

/** Limit of listed jobs for each function. */
const maxListed = 20

/**
 * Lists the caller's newest jobs of each function from the last day, without their files, if they were started with a
 * caption.
 */
export async function listDocumentJobs(
  db: Db,
  { providerId, customerId, contactId, family }: JobOwner
): Promise<StartedJob[]> {
  const { rows } = await sql<WithDates<StartedJob, 'startedAt'>>`
    select job_id as "jobId", name as "functionName", caption, status, created_at as "startedAt" from (
      select job_id, name, caption, status, created_at,
             row_number() over (partition by name order by created_at desc, job_id) as place
      from server_functions
      where provider_id = ${providerId} and customer_id = ${customerId} and contact_id = ${contactId} and caption is not null
        and ${ofLogin(family)} and ${ended} >= ${oldest}
    ) as job
    where place <= ${maxListed} order by created_at desc, job_id`.execute(db)
  return rows.map(timesAsText)
}

/** Takes a failed job of the caller's out of the list, in which jobs without a caption are not. */
export async function removeFailedJob(
  db: Db,
  { providerId, customerId, contactId, family }: JobOwner,
  jobId: string
): Promise<void> {
  await sql`
    update server_functions set caption = null
    where provider_id = ${providerId} and customer_id = ${customerId} and contact_id = ${contactId} and job_id::text = ${jobId}
      and status = ${failed}
      and ${ofLogin(family)}`.execute(db)
}

export async function readResult(db: Db, jobId: string): Promise<Buffer | undefined> {
  const { rows } = await sql<{ file: Buffer | null }>`
    select file from server_functions where job_id = ${jobId}`.execute(db)
  return rows[0]?.file ?? undefined
}

export interface BegunDocumentJob {
  readonly name: FunctionName
  readonly parameter: string
  readonly serialNumber: string
  readonly date: string
  readonly actor: Actor
}

/**
 * Marks a job as running; returns undefined if it is finished or has expired. The actor has the person's current right,
 * and none for a former customer.
 */
export async function beginDocumentJob(db: Db, jobId: string): Promise<BegunDocumentJob | undefined> {
  const { rows } = await sql<
    Omit<BegunDocumentJob, 'date' | 'actor'> &
      Omit<Actor, 'shop' | 'right'> & { createdAt: Date; shop: string | null; rights: number | null }
  >`
    update server_functions f set status = ${working}
    from contacts c left join shop_users s on s.provider_id = c.provider_id and s.contact_id = c.contact_id and c.active
    where f.job_id = ${jobId} and f.status < ${done} and c.provider_id = f.provider_id and c.contact_id = f.contact_id
    returning f.name, f.parameter, f.letter_number as "serialNumber", f.created_at as "createdAt", f.provider_id as "providerId", f.customer_id as "customerId", f.contact_id as "contactId", f.shop,
              c.person_id as "personId",
              case when c.customer_id = f.customer_id then s.rights end as rights`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { name, parameter, serialNumber, createdAt, rights, shop, ...person } = row
  const actor = { ...person, shop: shop ?? undefined, right: rightName(rights) }
  return { name, parameter, serialNumber, date: today(createdAt), actor }
}

/**
 * Stores the result.
 * @param trx a transaction, which also registers the letters of the result
 * @param contentHash the hash of a single letter
 * @returns false if the job is finished or has expired; then the transaction must store nothing
 */
export async function finishDocumentJob(
  trx: Db,
  jobId: string,
  file: Uint8Array,
  contentHash: string | null = null
): Promise<boolean> {
  const { rows } = await sql`
    update server_functions
    set status = ${done}, file = ${Buffer.from(file)}, content_hash = ${contentHash}, finished_at = now()
    where job_id = ${jobId} and status < ${done} returning job_id`.execute(trx)
  return rows.length > 0
}

/** @param sentence in German, for the person who started the job */
export async function failDocumentJob(db: Db, jobId: string, sentence: string): Promise<void> {
  await sql`
    update server_functions set status = ${failed}, error = ${sentence}, finished_at = now()
    where job_id = ${jobId} and status < ${done}`.execute(db)
}

/** Marks a job as waiting again. @returns the number of its failures */
export async function countFailure(db: Db, jobId: string): Promise<number> {
  const { rows } = await sql<{ failures: number }>`
    update server_functions set failures = failures + 1, status = ${requested}
    where job_id = ${jobId} and status < ${done} returning failures`.execute(db)
  return rows[0]?.failures ?? 0
}

/** Retention of jobs: nobody can fetch a result after a day, and a job that has waited for a day will not run. */
export const documentJobRetention = expiringTable('server_functions', '24 hours', () => sql`${ended} < ${oldest}`)
