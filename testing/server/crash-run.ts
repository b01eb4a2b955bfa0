import type { ChildProcess } from 'node:child_process'
import { hash, randomInt } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { idempotencyHeader } from '@customer-center/contract/endpoint'
import { type AsyncResult, AsyncStatus } from '@customer-center/contract/server-function'
import type { Database } from '../../server/src/platform/database/connection.ts'
import { migrate } from '../../server/src/platform/database/migrate.ts'
import { kill, startChild } from '../process.ts'
import { withDatabase } from './backups.ts'
import { authorized, call } from './calls.ts'
import { addCustomer } from './customer.ts'
import { type Booked, confirmation, participationLetter } from './document-requests.ts'
import { runOn } from './postgres.ts'
import { seedRows } from './seed.ts'

export interface CrashRun {
  readonly jobs: number
  readonly kills: number
  /** The address, or empty for the embedded database in the data folder. */
  readonly databaseUrl: string
  readonly dataFolder: string
  /** Whether a worker does the work, in a process of its own that is killed as well. */
  readonly worker: boolean
}

export interface CrashOutcome {
  /** The number of acknowledged jobs, each request's once. */
  readonly acknowledged: number
  /** The number of fetched results, each a PDF whose sum is in the registry. */
  readonly fetched: number
  /** The number of different files among them. */
  readonly different: number
  /** The numbers of letters in the registry, and of finished requests in the table. */
  readonly registered: number
  readonly finished: number
}

type StoreOptions = Pick<CrashRun, 'databaseUrl' | 'dataFolder'>

const envOf = ({ databaseUrl, dataFolder }: StoreOptions) => ({ DATABASE_URL: databaseUrl, DATA_FOLDER: dataFolder })

async function prepare({ db }: Database, jobs: number) {
  await migrate(db)
  const { shopUsers } = await addCustomer(db, 100)
  const { addEvent, addParticipation } = seedRows(db)
  await db
    .insertInto('letters')
    .values({ provider_id: 1, letter_no: participationLetter, kind: 'participation' })
    .execute()
  const booked: Booked[] = []
  for (let eventId = 1; eventId <= jobs; eventId += 1) {
    await addEvent(eventId, '2026-01-10')
    booked.push({
      user: shopUsers.contact,
      eventId,
      participantId: await addParticipation(shopUsers.contact, eventId, { hours: 7.5 })
    })
  }
  return { admin: shopUsers.admin, booked }
}

/** Adds a customer whose admin may have as many events confirmed, in a database that nobody has open. */
export const prepareBooked = (store: StoreOptions, jobs: number) =>
  withDatabase(envOf(store), (database) => prepare(database, jobs))

/** Expires the jobs of a killed process. With the embedded database the next process does that itself. */
async function expireJobs({ databaseUrl }: Pick<CrashRun, 'databaseUrl'>): Promise<void> {
  if (databaseUrl !== '') await runOn(databaseUrl, `update jobs set due_at = now() where state = 'running'`)
}

/** Asks for documents while the processes that make them are killed at random moments, until everything is fetched. */
export async function runWithCrashes(run: CrashRun): Promise<CrashOutcome> {
  const { admin, booked } = await prepareBooked(run, run.jobs)
  const most = String(run.jobs + 1)
  const processor = run.worker ? 'worker' : 'main'
  const env = {
    PORT: '0',
    HOST: '127.0.0.1',
    ...envOf(run),
    JOBS: run.worker ? 'worker' : 'server',
    JOBS_PER_USER: most,
    JOBS_PER_CUSTOMER: most,
    // A busy machine is no fault: a refused request would end the run.
    DATABASE_CONNECT_MS: '30000',
    DATABASE_QUERY_MS: '30000',
    MAX_WAIT_MS: '10000',
    LOG_LEVEL: 'silent'
  }
  let url = ''
  const children = new Map<'main' | 'worker', ChildProcess>()
  function start(program: 'main' | 'worker'): { begun: Promise<void> } {
    const child = startChild(program, env)
    children.set(program, child)
    const begun = once(child, 'message').then(([message]) => {
      if (program === 'main') url = (message as { listening: string }).listening
    })
    return { begun }
  }
  await Promise.all((run.worker ? (['main', 'worker'] as const) : (['main'] as const)).map((name) => start(name).begun))
  const headers = await authorized(url, admin)

  /** Repeats a request until there is an answer, like a patient client. */
  async function patiently<Result>(ask: () => Promise<Result | undefined>): Promise<Result> {
    for (;;) {
      const result = await ask().catch((error: unknown) => {
        // fetch throws these for a server that is not there, or went in the middle of an answer.
        if (error instanceof TypeError || error instanceof SyntaxError) return undefined
        throw error
      })
      if (result !== undefined) return result
      await pause(100)
    }
  }
  const startOne = (one: Booked) =>
    patiently(async () => {
      const { envelope } = await call<{ jobId: string } | null>(url, '/function/start', {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', [idempotencyHeader]: `event ${one.eventId}` },
        body: JSON.stringify({ data: { functionName: 'StandardLetter', parameter: confirmation(one), async: true } })
      })
      if (!envelope.responseData) throw new Error(envelope.responseResult.Errors.join())
      return envelope.responseData.jobId
    })
  const fetchOne = (jobId: string) =>
    patiently(async () => {
      const path = `/function/getasyncresult?jobId=${jobId}`
      const { envelope } = await call<AsyncResult | null>(url, path, { headers })
      const { status, fileData } = envelope.responseData ?? {}
      if (status === AsyncStatus.failed) throw new Error('a document failed')
      return status === AsyncStatus.done ? Buffer.from(fileData ?? '', 'base64') : undefined
    })

  const sums: string[] = []
  const jobIds = new Set<string>()
  const left = [...booked]
  async function lane(): Promise<void> {
    for (let one = left.shift(); one; one = left.shift()) jobIds.add(await startOne(one))
  }
  async function killAtRandom(): Promise<void> {
    for (let killed = 0; killed < run.kills; killed += 1) {
      const program = run.worker && randomInt(2) === 0 ? 'worker' : 'main'
      // The pause ends anywhere from before the start to the middle of the work.
      await pause(randomInt(1500))
      const child = children.get(program)
      if (child) await kill(child)
      if (program === processor) await expireJobs(run)
      const { begun } = start(program)
      // Every third process may die while it starts.
      if (killed % 3 !== 2 || killed === run.kills - 1) await begun
    }
  }
  await Promise.all([lane(), lane(), lane(), lane(), killAtRandom()])
  for (const jobId of jobIds) sums.push(hash('sha256', await fetchOne(jobId)))
  for (const child of children.values()) await kill(child)

  return withDatabase(envOf(run), async ({ db }) => {
    const registered = await db.selectFrom('issued_letters').select('sha256').execute()
    const finished = await db
      .selectFrom('server_functions')
      .select('job_id')
      .where('status', '=', AsyncStatus.done)
      .execute()
    const known = new Set(registered.map(({ sha256 }) => sha256))
    return {
      acknowledged: jobIds.size,
      fetched: sums.filter((sum) => known.has(sum)).length,
      different: new Set(sums).size,
      registered: registered.length,
      finished: finished.length
    }
  })
}
