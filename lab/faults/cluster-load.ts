import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { idempotencyHeader } from '@customer-center/contract/endpoint'
import type { Envelope } from '@customer-center/contract/envelope'
import { prepareBooked } from '../../testing/server/crash-run.ts'
import { addCustomer, type TestShopUser } from '../../testing/server/customer.ts'
import { confirmation } from '../../testing/server/document-requests.ts'
import type { MailServer } from '../../testing/server/mail-server.ts'
import type { PostgresProduct } from '../../testing/server/postgres-product.ts'
import { addProviderKey } from '../../testing/server/provider-keys.ts'
import { queuePasswordMail } from '../../testing/server/queue-mails.ts'
import { openSession } from '../../testing/server/sessions.ts'
import { savedPlaces } from './product.ts'

type Database = PostgresProduct['database']

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

/** Work that repeats until the load is over, and what of it was acknowledged. */
interface ClusterWork {
  readonly url: string
  readonly db: Database['db']
  readonly over: AbortSignal
  readonly done: Record<'saves' | 'letters' | 'rows' | 'mails', string[]>
  tried: number
  lastSave: number
}

/** Sends JSON, and returns what was answered with 200. */
async function send(work: ClusterWork, path: string, method: string, headers: Record<string, string>, body: string) {
  work.tried += 1
  const signal = AbortSignal.timeout(10_000)
  const all = { 'content-type': 'application/json', ...headers }
  const response = await fetch(work.url + path, { method, headers: all, body, signal }).catch(() => undefined)
  const answer: unknown = await response?.json().catch(() => undefined)
  return response?.status === 200 ? answer : undefined
}

async function repeat({ over }: ClusterWork, pauseMs: number, step: (number: number) => Promise<unknown>) {
  for (let number = 1; !over.aborted; number += 1) {
    await step(number)
    await wait(pauseMs)
  }
}

async function save(work: ClusterWork, user: TestShopUser): Promise<void> {
  const authorization = await openSession(work.db, user)
  return repeat(work, 5, async (number) => {
    const place = `Ort ${user.customerId}/${number}`
    const body = JSON.stringify({ data: { KND_ORT: place } })
    const answer = await send(work, '/api/customer', 'PUT', { authorization }, body)
    if ((answer as Envelope<unknown> | undefined)?.responseResult.RESTReturnCode !== 0) return
    work.done.saves.push(place)
    work.lastSave = Date.now()
  })
}

async function order(work: ClusterWork, { booked, admin }: Awaited<ReturnType<typeof prepareBooked>>): Promise<void> {
  const authorization = await openSession(work.db, admin)
  return repeat(work, 300, async () => {
    const one = booked[work.done.letters.length]
    if (!one) return
    const headers = { authorization, [idempotencyHeader]: `event ${one.eventId}` }
    const data = { functionName: 'StandardLetter', parameter: confirmation(one), async: true }
    const answer = await send(work, '/api/function/start', 'POST', headers, JSON.stringify({ data }))
    const { responseData } = (answer ?? {}) as { responseData?: { jobId: string } | null }
    if (responseData) work.done.letters.push(responseData.jobId)
  })
}

const importRows = (work: ClusterWork, key: string): Promise<void> =>
  repeat(work, 100, async (number) => {
    const rows = Array.from({ length: 20 }, (_, index) => `import-${number}-${index}`)
    const body = rows.map((externalId) => JSON.stringify({ externalId, number: externalId, lastName: 'Bau GmbH' }))
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' }
    const path = `/provider/v1/imports/customers?run=${randomUUID()}`
    const answer = await send(work, path, 'POST', headers, body.join('\n'))
    if ((answer as { created?: number } | undefined)?.created === rows.length) work.done.rows.push(...rows)
  })

const mail = (work: ClusterWork, users: TestShopUser[]): Promise<void> =>
  repeat(work, 500, async () => {
    const user = users.pop()
    if (!user) return
    work.tried += 1
    const queued = work.db.transaction().execute((trx) => queuePasswordMail(trx, user))
    await queued.then(
      () => work.done.mails.push(user.userName),
      // It may have been queued all the same.
      () => undefined
    )
  })

/** Begins saves, letters, imports and mails, each one after the other, until the end. */
export async function startLoad(
  url: string,
  { db, pool }: Database,
  databaseUrl: string,
  mailServer: MailServer
): Promise<Load> {
  const booked = await prepareBooked({ databaseUrl, dataFolder: '' }, letters)
  const { key } = await addProviderKey(db, { scopes: ['write'], expiresAt: new Date(Date.now() + 86_400_000) })
  const [saving, mailed]: [TestShopUser[], TestShopUser[]] = [[], []]
  for (let number = 1; number <= savers; number += 1)
    saving.push((await addCustomer(db, number * 1000)).shopUsers.admin)
  for (let number = 1; number <= people / 3; number += 1) {
    const { shopUsers } = await addCustomer(db, 100_000 + number * 10)
    mailed.push(shopUsers.admin, shopUsers.contact, shopUsers.shopfull)
  }
  const over = new AbortController()
  const done = { saves: [], letters: [], rows: [], mails: [] }
  const work: ClusterWork = { url, db, over: over.signal, done, tried: 0, lastSave: 0 }
  const lanes = Promise.all([
    ...saving.map((user) => save(work, user)),
    order(work, booked),
    importRows(work, key),
    mail(work, mailed)
  ])
  return {
    tried: () => work.tried,
    lastSave: () => work.lastSave,
    async end() {
      over.abort()
      await lanes
      // The workers finish what is queued.
      const waiting = () => pool.query(`select from jobs where ended_at is null`)
      for (const until = Date.now() + 180_000; Date.now() < until && (await waiting()).rows.length > 0;) await wait(500)
      return countLost(work.done, pool, mailServer)
    }
  }
}

async function countLost(done: ClusterWork['done'], pool: Database['pool'], mailServer: MailServer) {
  const inDatabase = async (statement: string) => {
    const { rows } = await pool.query<{ value: string }>(statement)
    return new Set(rows.map(({ value }) => value))
  }
  const found: Record<keyof ClusterWork['done'], ReadonlySet<string>> = {
    saves: await savedPlaces(pool),
    letters: await inDatabase(`select job_id::text as value from server_functions where status = 2`),
    rows: await inDatabase(`select external_id as value from customers`),
    mails: new Set(mailServer.arrived.flatMap(({ recipients }) => recipients))
  }
  const counted = (kind: keyof typeof found) => ({
    acknowledged: done[kind].length,
    lost: done[kind].filter((one) => !found[kind].has(one)).length
  })
  return { saves: counted('saves'), letters: counted('letters'), rows: counted('rows'), mails: counted('mails') }
}
