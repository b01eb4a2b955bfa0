import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AsyncResult, FunctionStart } from '@customer-center/contract/server-function'
import { AsyncStatus } from '@customer-center/contract/server-function'
import { type Config, readConfig } from '../platform/config/config.ts'
import type { Database } from '../platform/database/connection.ts'
import { createLetterTypesetter } from '../confirmations/letter/letter-typesetter.ts'
import type { Queue } from '../platform/queue/start-queue.ts'
import { startWork } from '../programs/start-work.ts'
import { startApp, type TestApp } from './app.ts'
import { type Answer, authorized, call } from './calls.ts'
import type { TestUser } from './company.ts'
import { eventually } from './mail-fixtures.ts'

/** One participation, as the lists of events name it. */
export interface Booked {
  readonly user: TestUser
  readonly eventId: number
  readonly participantId: number
  readonly no?: number
}

export const participationLetter = 11
export const timesheetLetter = 12

type Changes = Readonly<Record<string, string | null>>

function written(parts: Record<string, string>, changes: Changes): URLSearchParams {
  const entries = Object.entries({ ...parts, ...changes }).flatMap(([name, value]) =>
    value === null ? [] : [[name, value] as [string, string]]
  )
  return new URLSearchParams(entries)
}

const ownerOf = ({ company, id, contactId }: TestUser) => ({
  company: String(company),
  id: String(id),
  contactCompany: String(company),
  contactId: String(contactId)
})

/** The parameter of a participation confirmation; `changes` replaces values, null leaves one out. */
export function confirmation({ user, eventId, participantId }: Booked, changes: Changes = {}): string {
  const letter = { letterNo: String(participationLetter), format: 'PDF' }
  const event = { eventId: String(eventId), participantId: String(participantId) }
  return written({ ...letter, ...ownerOf(user), ...event }, changes).toString()
}

/** The parameter of an hour record; `constants` replaces single ones, null leaves one out. */
export function timesheet(
  booked: readonly [Booked, ...Booked[]],
  { constants = {}, changes = {} }: { constants?: Readonly<Record<number, string | null>>; changes?: Changes } = {}
): string {
  const [{ user }] = booked
  const list = (value: (one: Booked) => number) => booked.map(value).join(';')
  const all: Record<number, string | null> = {
    1: list(({ eventId }) => eventId),
    2: list(({ participantId }) => participantId),
    3: list(({ no = 1 }) => no),
    4: String(user.id),
    5: String(user.company),
    6: String(user.contactId),
    7: String(user.company),
    ...constants
  }
  const parameter = written({ letterNo: String(timesheetLetter), ...ownerOf(user) }, changes)
  for (const [key, value] of Object.entries(all)) if (value !== null) parameter.append('const', `${key}:${value}`)
  return parameter.toString()
}

/** The parameter of an evaluation about all of a customer. */
export function evaluation(company: number, interfaceId: number, changes: Changes = {}): string {
  const period = { from: '01.01.2026', to: '30.06.2026' }
  return written({ interfaceId: String(interfaceId), company: String(company), ...period }, changes).toString()
}

export interface FunctionServer extends TestApp {
  readonly config: Config
  readonly headersOf: (user: TestUser) => Promise<Record<string, string>>
  readonly start: (
    user: TestUser,
    name: FunctionStart['functionName'],
    parameter: string
  ) => Promise<Answer<{ jobId: string } | null>>
  readonly result: (user: TestUser, jobId: string) => Promise<Answer<AsyncResult | null>>
  /** The file, once it is made. */
  readonly file: (user: TestUser, jobId: string) => Promise<Buffer>
  /** Begins the work in the background, which stops with the server if not before. */
  readonly work: () => Promise<Queue>
}

/** The real server, with letters and a worker that a test begins when it wants. */
export async function startFunctions(database: Database, overrides: Partial<Config> = {}): Promise<FunctionServer> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'customer-center-functions-'))
  const config: Config = { ...readConfig({ PUBLIC_URL: 'https://center.example' }), dataFolder, ...overrides }
  const typesetter = createLetterTypesetter(config)
  const server = await startApp(database, { config, typesetter })
  const sessions = new Map<string, Promise<Record<string, string>>>()
  const queues: Queue[] = []

  // A login takes as long as a letter.
  async function headersOf(user: TestUser): Promise<Record<string, string>> {
    const headers = sessions.get(user.userName) ?? authorized(server.url, user)
    sessions.set(user.userName, headers)
    return headers
  }
  async function result(user: TestUser, jobId: string) {
    const headers = await headersOf(user)
    return call<AsyncResult | null>(server.url, `/function/getasyncresult?jobId=${jobId}`, { headers })
  }
  return {
    ...server,
    config,
    headersOf,
    result,
    async start(user, functionName, parameter) {
      return call(server.url, '/function/start', {
        method: 'POST',
        headers: { ...(await headersOf(user)), 'content-type': 'application/json' },
        body: JSON.stringify({ data: { functionName, parameter, async: true } })
      })
    },
    file: (user, jobId) =>
      eventually(async () => {
        const { envelope, text } = await result(user, jobId)
        if (envelope.responseData?.status !== AsyncStatus.done) throw new Error(`not made: ${text.slice(0, 300)}`)
        return Buffer.from(envelope.responseData.fileData ?? '', 'base64')
      }),
    async work() {
      // On a busy machine its process, which has the lowest priority, takes seconds to start.
      await typesetter.start()
      const parts = { config, database: { ...database, kind: 'embedded' as const }, typesetter, log: server.app.log }
      const queue = await startWork({ ...parts, jobNotifier: server.jobNotifier })
      queues.push(queue)
      return queue
    },
    async close() {
      for (const queue of queues) await queue.stop()
      await server.close()
      await typesetter.close()
      await rm(dataFolder, { recursive: true, force: true })
    }
  }
}
