import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { expect } from 'vitest'
import type { WireRow } from '@customer-center/contract/field-codes'
import { type AppParts, buildApp } from '../../server/src/app.ts'
import { type Config, readConfig } from '../../server/src/platform/config/config.ts'
import type { Database } from '../../server/src/platform/database/connection.ts'
import { type TimeLimits, timeLimits } from '../../server/src/platform/http/time-limits.ts'
import { createJobNotifier, type JobNotifier } from '../../server/src/platform/queue/job-notifier.ts'
import { openStorage, type Storage } from '../../server/src/platform/storage/storage.ts'
import type { Typesetter } from '../../server/src/platform/typesetting/typesetter.ts'
import { type Answer, call } from './calls.ts'
import type { TestShopUser } from './customer.ts'
import { save, type Saved } from './saves.ts'
import { openSession } from './sessions.ts'

export interface Overrides {
  readonly config?: Partial<Config>
  readonly storage?: Storage
  readonly folders?: NonNullable<AppParts['folders']>
  /** Limits that differ from the standard ones. */
  readonly limits?: Partial<TimeLimits>
  readonly typesetter?: Typesetter
}

type SessionHeaders = Record<string, string>
/** Somebody, in a new session of each call, or the headers of a call. */
export type Caller = TestShopUser | Readonly<SessionHeaders>
type CallInit = Omit<RequestInit, 'headers'> & { readonly headers?: SessionHeaders }
type SavingCall = Parameters<typeof save>[2]

/** Makes calls of somebody on a server. */
function callsOf(url: string, { db }: Database) {
  const isUser = (by: Caller): by is TestShopUser => typeof by.userName === 'string'
  const headersOf = async (by: Caller): Promise<SessionHeaders> =>
    isUser(by) ? { authorization: await openSession(db, by) } : by
  const saveBy = async (by: Caller, path: SavingCall, data: unknown): Promise<Saved> =>
    save(url, await headersOf(by), path, data)
  return {
    /** Returns the headers of a new session, without a login: checking a password takes longer than most calls. */
    headersOf,
    call: async <Data = unknown>(by: Caller, path: string, init: CallInit = {}): Promise<Answer<Data>> =>
      call<Data>(url, path, { ...init, headers: { ...init.headers, ...(await headersOf(by)) } }),
    /** Saves as an element does. */
    save: saveBy,
    /** Saves what the server has to take, and returns the row of its answer. */
    async mustSave(by: Caller, path: SavingCall, data: unknown): Promise<WireRow> {
      const saved = await saveBy(by, path, data)
      expect([saved.code, ...saved.errors]).toEqual([0])
      return saved.data ?? {}
    }
  }
}

export interface TestApp extends ReturnType<typeof callsOf> {
  /** `http://127.0.0.1:<port>`, without a slash at the end. */
  readonly url: string
  readonly app: FastifyInstance
  readonly storage: Storage
  /** Tells a worker of the test that something was queued. */
  readonly jobNotifier: JobNotifier
  /** Returns everything logged so far, at level debug. */
  readonly log: () => string
  readonly close: () => Promise<void>
}

/** Starts the real server on a free port, with a scratch folder for its files; close it before its database. */
export async function startApp(database: Database, overrides: Overrides = {}): Promise<TestApp> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'customer-center-app-'))
  // A busy machine holds up calls for longer than a person may wait; tests of the line set its wait themselves.
  const patient = { maxWaitMs: 10_000 }
  const config: Config = { ...readConfig({}), ...patient, port: 0, dataFolder, logLevel: 'debug', ...overrides.config }
  const storage = overrides.storage ?? openStorage(config)
  const lines: string[] = []
  const logStream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString())
      done()
    }
  })
  const { folders, limits, typesetter } = overrides
  const jobNotifier = createJobNotifier()
  const parts = {
    ...(folders && { folders }),
    ...(limits && { limits: { ...timeLimits, ...limits } }),
    ...(typesetter && { typesetter })
  }
  const app = await buildApp({
    config,
    database,
    storage,
    jobNotifier,
    logStream,
    ...parts
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    ...callsOf(url, database),
    url,
    app,
    storage,
    jobNotifier,
    log: () => lines.join(''),
    async close() {
      await app.close()
      storage.close()
      await rm(dataFolder, { recursive: true, force: true })
    }
  }
}
