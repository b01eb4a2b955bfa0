import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { idempotencyHeader } from '@customer-center/contract/endpoint'
import { RawJson } from '../../platform/database/list.ts'
import type { Db } from '../../platform/database/query.ts'
import { expiringTable } from '../../platform/database/retention.ts'
import type { Actor } from '../../platform/http/caller.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { namesPerson, personalDataOf, type PersonalData } from '../../platform/personal-data/personal-data.ts'

/** An Idempotency-Key and a hash of the request that came with it. */
export interface IdempotencyKey {
  readonly key: string
  readonly requestHash: string
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/**
 * Reads the Idempotency-Key; undefined without one. A hash of the body detects another request with the same key.
 * @param hash for a body with a password: with SHA-256, a reader of the table could guess the password. It is slow, so
 * call this before the transaction begins
 */
export async function readIdempotencyKey(
  { headers, method, routeOptions, body }: FastifyRequest,
  { providerId, customerId, contactId }: Actor,
  hash: (text: string, salt: Uint8Array) => string | Promise<string> = (text) => digest(text).toString('hex')
): Promise<IdempotencyKey | undefined> {
  const key = headers[idempotencyHeader.toLowerCase()]
  if (typeof key !== 'string') return undefined
  const request = `${method} ${routeOptions.url} ${JSON.stringify(body)}`
  return { key, requestHash: await hash(request, digest(`${providerId} ${customerId} ${contactId} ${key}`)) }
}

/**
 * Runs a creation once for each Idempotency-Key of a person as a contact of the customer: a double click or a repeated request gets the first
 * answer. The key is written first, in the transaction of the creation, so that of two simultaneous requests the second
 * waits for the first, and a refused creation leaves no key behind.
 * @param trx the transaction of the creation
 * @throws Refusal `idempotencyKeyReused` when the key came with another request
 */
export async function runOnce<Data>(
  trx: Db,
  { providerId, customerId, contactId }: Actor,
  idempotencyKey: IdempotencyKey | undefined,
  run: () => Promise<Data>
): Promise<Data | RawJson> {
  if (idempotencyKey === undefined) return run()
  const { key, requestHash } = idempotencyKey
  const { rows: inserted } = await sql`
    insert into idempotency_keys (provider_id, customer_id, contact_id, key, request_hash)
    values (${providerId}, ${customerId}, ${contactId}, ${key}, ${requestHash}) on conflict do nothing returning key`.execute(
    trx
  )
  const isAsked = sql`provider_id = ${providerId} and customer_id = ${customerId} and contact_id = ${contactId} and key = ${key}`
  if (inserted.length === 0) {
    const { rows } = await sql<{ answer: string | null }>`
      select answer from idempotency_keys where ${isAsked} and request_hash = ${requestHash}`.execute(trx)
    if (typeof rows[0]?.answer !== 'string') throw new Refusal('idempotencyKeyReused')
    return new RawJson(rows[0].answer)
  }
  const data = await run()
  await sql`update idempotency_keys set answer = ${JSON.stringify(data)} where ${isAsked}`.execute(trx)
  return data
}

/** After a day nobody repeats a request. */
export const keyRetention = expiringTable(
  'idempotency_keys',
  '24 hours',
  () => sql`created_at < now() - interval '24 hours'`
)

/** Calls of the person, and answers to other people's calls that name the person. */
export const idempotencyData: readonly PersonalData[] = [
  personalDataOf('idempotency_keys', {
    name: 'repeatedCalls',
    rows: 't.provider_id = person.provider_id and t.contact_id = person.contact_id',
    copy: 'what was answered to a call, for a day',
    withheld: {
      key: 'drawn by chance',
      request_hash: 'of a call',
      answer: 'numbers of rows and the address of a login',
      created_at: 'a day old at most'
    },
    erasure: [{ action: 'delete' }]
  }),
  personalDataOf('idempotency_keys', {
    name: 'answersToOthers',
    rows: `t.provider_id = person.provider_id and t.contact_id <> person.contact_id and ${namesPerson('t.answer')}`,
    copy: 'what was answered to a colleague, for a day',
    // The row stays, because without it the same call would create the contact again.
    erasure: [{ action: 'anonymise', set: { answer: 'null' } }]
  })
]
