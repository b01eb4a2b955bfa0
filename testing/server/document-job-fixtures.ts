import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type AsyncResult, AsyncStatus, type FunctionStart } from '@customer-center/contract/server-function'
import { createLetterTypesetter } from '../../server/src/confirmations/letter/letter-typesetter.ts'
import { type Config, readConfig } from '../../server/src/platform/config/config.ts'
import type { Queue } from '../../server/src/platform/queue/start-queue.ts'
import { startWork } from '../../server/src/programs/start-work.ts'
import type { Caller } from './app.ts'
import { call } from './calls.ts'
import type { TestShopUser } from './customer.ts'
import { type Booked, participationLetter, hourRecordLetter } from './document-requests.ts'
import { eventually } from './eventually.ts'
import { test as serverTest } from './fixtures.ts'
import { seedRows } from './seed.ts'

/** Makes the calls of document jobs, as a person does on one server. */
export function documentJobsOf(url: string, headersOf: (by: Caller) => Promise<Record<string, string>>) {
  const result = async (by: Caller, jobId: string) =>
    call<AsyncResult | null>(url, `/function/getasyncresult?jobId=${jobId}`, { headers: await headersOf(by) })
  const start = async (by: Caller, functionName: FunctionStart['functionName'], parameter: string, caption?: string) =>
    call<{ jobId: string } | null>(url, '/function/start', {
      method: 'POST',
      headers: { ...(await headersOf(by)), 'content-type': 'application/json' },
      body: JSON.stringify({ data: { functionName, parameter, async: true, caption } })
    })
  async function started(...request: Parameters<typeof start>): Promise<string> {
    const { envelope } = await start(...request)
    if (!envelope.responseData) throw new Error(envelope.responseResult.Errors[0])
    return envelope.responseData.jobId
  }
  const file = (by: Caller, jobId: string): Promise<Buffer> =>
    eventually(async () => {
      const { envelope, text } = await result(by, jobId)
      if (envelope.responseData?.status !== AsyncStatus.done) throw new Error(`not made: ${text.slice(0, 300)}`)
      return Buffer.from(envelope.responseData.fileData ?? '', 'base64')
    })
  return {
    start,
    result,
    /** Returns the id of a job that has to start. */
    started,
    /** Returns the file, once it is made. */
    file,
    made: async (...request: Parameters<typeof start>): Promise<Buffer> => file(request[0], await started(...request))
  }
}

/** The `test` for letters, with a worker that a test begins when it wants. No document job outlives its test. */
export const test = serverTest
  .extend('settings', { scope: 'file' }, (): Partial<Config> => ({}))
  .extend('config', { scope: 'file' }, async ({ settings }, { onCleanup }): Promise<Config> => {
    const dataFolder = await mkdtemp(join(tmpdir(), 'customer-center-document-jobs-'))
    onCleanup(() => rm(dataFolder, { recursive: true, force: true }))
    return { ...readConfig({ PUBLIC_URL: 'https://center.example' }), dataFolder, ...settings }
  })
  .extend('typesetter', { scope: 'file' }, ({ config }, { onCleanup }) => {
    const typesetter = createLetterTypesetter(config)
    onCleanup(() => typesetter.close())
    return typesetter
  })
  .extend('overrides', { scope: 'file' }, ({ config, typesetter }) => ({ config, typesetter }))
  /** The provider's two letters. */
  .extend('letters', { scope: 'file', auto: true }, async ({ seed }) => {
    await seed.addLetter(participationLetter)
    await seed.addLetter(hourRecordLetter, { kind: 'hour-record' })
  })
  /** Adds two participations of a contact, and one each of an admin and of another customer's contact. */
  .extend('booked', { scope: 'file' }, async ({ db, own, foreign }) => {
    const book = seedRows(db)
    await book.addEvent(1, '2026-01-10', { to_date: '2026-01-11', caption: 'Lohnverrechnung' })
    await book.addEvent(2, '2026-03-12', { caption: 'Datenschutz' })
    const addParticipation = async (user: TestShopUser, eventId: number): Promise<Booked> => {
      const participantId = await book.addParticipation(user, eventId, { hours: 7.5, price: 250 })
      return { user, eventId, participantId }
    }
    return {
      first: await addParticipation(own.shopUsers.contact, 1),
      second: await addParticipation(own.shopUsers.contact, 2),
      admin: await addParticipation(own.shopUsers.admin, 1),
      foreign: await addParticipation(foreign.shopUsers.contact, 1)
    }
  })
  .extend('documentJobs', { scope: 'file' }, ({ server }) => documentJobsOf(server.url, server.headersOf))
  /** Begins the work in the background, which ends with the test if not before. */
  .extend('work', { auto: true }, ({ config, database, server, typesetter }, { onCleanup }) => {
    const queues: Queue[] = []
    onCleanup(async () => {
      for (const queue of queues) await queue.stop()
      await database.pool.query('delete from server_functions; delete from jobs')
    })
    return async () => {
      // The process starts here: on a busy machine it takes seconds, since it has the lowest priority.
      await typesetter.start()
      const { storage, app } = server
      const parts = { config, database: { ...database, kind: 'embedded' as const }, storage, typesetter, log: app.log }
      const queue = await startWork({ ...parts, jobNotifier: server.jobNotifier })
      queues.push(queue)
      return queue
    }
  })
