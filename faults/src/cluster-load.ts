import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Envelope } from '@customer-center/contract/envelope'
import { idempotencyHeader } from '@customer-center/contract/session'
import { prepareBooked } from '../../server/src/testing/crash-run.ts'
import type { Database } from '../../server/src/platform/database/connection.ts'
import { addCompany, type TestUser } from '../../server/src/testing/company.ts'
import { confirmation } from '../../server/src/testing/document-requests.ts'
import type { MailServer } from '../../server/src/testing/mail-server.ts'
import { addProviderKey } from '../../server/src/testing/provider-keys.ts'
import { queuePasswordMail } from '../../server/src/testing/queue-mails.ts'
import { openSession } from '../../server/src/testing/sessions.ts'

/** Everything that people and programs do at once, each kind with what was acknowledged. */
export interface Load {
  /** The number of requests so far. */
  readonly tried: () => number
  /** When the last save was acknowledged. */
  readonly lastSave: () => number
  /** Ends it, and counts by kind what was acknowledged, and of that what is not there. */
  readonly end: () => Promise<Record<string, { acknowledged: number; lost: number }>>
}

const savers = 4
const letters = 5000
const people = 500

/** Begins saves, letters, imports and mails, each one after the other, until the end. */
export async function startLoad(
  url: string,
  database: Database,
  databaseUrl: string,
  mailServer: MailServer
): Promise<Load> {
  const { db, pool } = database
  const { booked, admin } = await prepareBooked({ databaseUrl, dataFolder: '' }, letters)
  const { key } = await addProviderKey(db, { scopes: ['write'], expiresAt: new Date(Date.now() + 86_400_000) })
  const [saving, mailed]: [TestUser[], TestUser[]] = [[], []]
  for (let number = 1; number <= savers; number += 1) saving.push((await addCompany(db, number * 1000)).users.admin)
  for (let number = 1; number <= people / 3; number += 1) {
    const { users } = await addCompany(db, 100_000 + number * 10)
    mailed.push(users.admin, users.contact, users.shopfull)
  }
  const done: Record<'saves' | 'letters' | 'rows' | 'mails', string[]> = { saves: [], letters: [], rows: [], mails: [] }
  let [tried, lastSave] = [0, 0]
  const over = new AbortController()

  /** Sends JSON, and returns what was answered with 200. */
  async function send(path: string, method: string, headers: Record<string, string>, body: string) {
    tried += 1
    const signal = AbortSignal.timeout(10_000)
    const all = { 'content-type': 'application/json', ...headers }
    const response = await fetch(url + path, { method, headers: all, body, signal }).catch(() => undefined)
    const answer: unknown = await response?.json().catch(() => undefined)
    return response?.status === 200 ? answer : undefined
  }

  async function repeat(step: (number: number) => Promise<unknown>, pauseMs: number): Promise<void> {
    for (let number = 1; !over.signal.aborted; number += 1) {
      await step(number)
      await wait(pauseMs)
    }
  }

  const save = async (user: TestUser) => {
    const authorization = await openSession(db, user)
    return repeat(async (number) => {
      const place = `Ort ${user.id}/${number}`
      const answer = await send('/api/customer', 'PUT', { authorization }, JSON.stringify({ data: { KND_ORT: place } }))
      if ((answer as Envelope<unknown> | undefined)?.responseResult.RESTReturnCode !== 0) return
      done.saves.push(place)
      lastSave = Date.now()
    }, 5)
  }
  const order = async () => {
    const authorization = await openSession(db, admin)
    return repeat(async () => {
      const one = booked[done.letters.length]
      if (!one) return
      const headers = { authorization, [idempotencyHeader]: `event ${one.eventId}` }
      const data = { functionName: 'StandardLetter', parameter: confirmation(one), async: true }
      const answer = await send('/api/function/start', 'POST', headers, JSON.stringify({ data }))
      const { responseData } = (answer ?? {}) as { responseData?: { jobId: string } | null }
      if (responseData) done.letters.push(responseData.jobId)
    }, 300)
  }
  const importRows = () =>
    repeat(async (number) => {
      const rows = Array.from({ length: 20 }, (_, index) => `import-${number}-${index}`)
      const body = rows.map((externalId) => JSON.stringify({ externalId, number: externalId, lastName: 'Bau GmbH' }))
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' }
      const answer = await send(`/provider/v1/imports/customers?run=${randomUUID()}`, 'POST', headers, body.join('\n'))
      if ((answer as { created?: number } | undefined)?.created === rows.length) done.rows.push(...rows)
    }, 100)
  const mail = () =>
    repeat(async () => {
      const user = mailed.pop()
      if (!user) return
      tried += 1
      const queued = db.transaction().execute((trx) => queuePasswordMail(trx, user))
      await queued.then(
        () => done.mails.push(user.userName),
        // It may have been queued all the same.
        () => undefined
      )
    }, 500)

  const lanes = Promise.all([...saving.map(save), order(), importRows(), mail()])
  const inDatabase = async (statement: string) => {
    const { rows } = await pool.query<{ value: string }>(statement)
    return new Set(rows.map(({ value }) => value))
  }
  const counted = (acknowledged: readonly string[], found: ReadonlySet<string>) => ({
    acknowledged: acknowledged.length,
    lost: acknowledged.filter((one) => !found.has(one)).length
  })
  return {
    tried: () => tried,
    lastSave: () => lastSave,
    async end() {
      over.abort()
      await lanes
      // The workers finish what is queued.
      const waiting = () => pool.query(`select from jobs where ended_at is null`)
      for (const until = Date.now() + 180_000; Date.now() < until && (await waiting()).rows.length > 0;) await wait(500)
      const made = await inDatabase(`select job_id::text as value from server_functions where status = 2`)
      return {
        saves: counted(
          done.saves,
          await inDatabase(`select changes -> 'KND_ORT' ->> 'new' as value from audit_entries`)
        ),
        letters: counted(done.letters, made),
        rows: counted(done.rows, await inDatabase(`select external_id as value from customers`)),
        mails: counted(done.mails, new Set(mailServer.arrived.flatMap(({ recipients }) => recipients)))
      }
    }
  }
}
