import * as fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { importResourceNames, importResources } from '@customer-center/contract/import/resources'
import { test as importTest } from '../../../testing/server/import-fixtures.ts'
import { addProviderKey } from '../../../testing/server/provider-keys.ts'
import { hostileValue } from '../../../testing/server/random-calls.ts'
import { personScopes, type KeyScope } from './provider-key/provider-key.ts'

/** Number of requests for each call; enough to reach the code behind the checks of its schema. */
const requestsOfACall = 15
/** The number is below the limit of pending requests of one key. */
const atOnce = 10

interface Call {
  readonly method: string
  /** The path as the API describes it, with names in braces. */
  readonly path: string
}

const test = importTest
  .extend('overrides', { scope: 'file' }, { config: { development: true } })
  .extend('calls', { scope: 'file' }, async ({ server }): Promise<Call[]> => {
    const document = (await (await fetch(`${server.url}/provider/v1/openapi.json`)).json()) as {
      paths: Record<string, Record<string, unknown>>
    }
    return Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => ({
        method: method.toUpperCase(),
        path: path.slice('/provider/v1'.length)
      }))
    )
  })
  .extend('keyFor', { scope: 'file' }, ({ db, own }) => {
    return async (scopes: readonly KeyScope[], more: { company?: number; expiresAt?: Date } = {}) =>
      (await addProviderKey(db, { providerId: own.providerId, scopes, ...more })).key
  })

const filled = (path: string, name: string): string => path.replaceAll(/\{\w+\}/g, name)

/** Returns the scope that a call needs, by its effect and not by its text. */
function scopeOf({ method, path }: Call): KeyScope {
  const ofPerson = personScopes.find((scope) => path.split(/[/.]/)[1] === scope)
  if (ofPerson) return ofPerson
  return method === 'GET' && !path.startsWith('/imports/') ? 'read' : 'write'
}

const resourceOf = ({ path }: Call) => importResourceNames.find((name) => path.split('/').includes(name)) ?? 'contacts'

const anything = fc.oneof(fc.jsonValue(), hostileValue, fc.string({ unit: 'binary' }), fc.constant('\0'))

/** Rows of a resource with some of their members, most of them no good. */
function rowsOf(call: Call): fc.Arbitrary<readonly object[]> {
  const members = Object.keys(importResources[resourceOf(call)].fields)
  const row = fc.dictionary(fc.constantFrom(...members, '__proto__', 'constructor', 'unknown'), anything, {
    maxKeys: 8
  })
  return fc.array(row, { minLength: 1, maxLength: 5 })
}

interface Body {
  readonly type: string
  readonly body: string
}

/** Bodies as the call takes them, and others. */
function bodyOf(call: Call): fc.Arbitrary<Body> {
  const one = rowsOf(call).map(([row = {}]) => ({ type: 'application/json', body: JSON.stringify(row) }))
  const many = rowsOf(call).map((rows) => ({
    type: 'application/x-ndjson',
    body: rows.map((row) => JSON.stringify(row)).join('\n')
  }))
  const table = rowsOf(call).map((rows) => ({
    type: 'text/csv',
    body: rows.map((row) => Object.values(row).map(String).join(';')).join('\n')
  }))
  const junk = fc.tuple(fc.constantFrom('application/json', 'text/csv', 'application/gzip', 'x'), fc.string())
  return fc.oneof(
    one,
    many,
    table,
    junk.map(([type, body]) => ({ type, body }))
  )
}

const queries = fc
  .array(
    fc.tuple(
      fc.constantFrom('run', 'mode', 'maxRemoved', 'dryRun', 'after', 'limit', 'by', 'contact', ''),
      hostileValue
    ),
    {
      maxLength: 3
    }
  )
  .map((pairs) => pairs.map(([name, value]) => `${name}=${value}`).join('&'))

describe('each call of the provider’s API', () => {
  test('is closed without a key, with an expired one or another scope', async ({ calls, ask, keyFor, server }) => {
    expect(calls.length).toBeGreaterThan(importResourceNames.length * 4)
    const keys = { sessions: await keyFor(['sessions']), read: await keyFor(['read']), write: await keyFor(['write']) }
    const expired = await keyFor(['sessions', 'read', 'write'], { expiresAt: new Date(Date.now() - 1000) })
    for (const call of calls) {
      const path = filled(call.path, 'nobody')
      const status = async (key: string) => (await ask(path, { method: call.method, key })).status
      expect([call, await status('')]).toEqual([call, 401])
      for (const [scope, key] of Object.entries(keys)) {
        const answer = [scope, (await status(key)) === 403]
        expect([call, answer]).toEqual([call, [scope, scope !== scopeOf(call)]])
      }
    }
    // A few: wrong keys are throttled.
    for (const call of calls.filter((_, index) => index % 7 === 0))
      expect((await ask(filled(call.path, 'nobody'), { method: call.method, key: expired })).status).toBe(401)
    for (const key of [...Object.values(keys), expired]) expect(server.log().includes(key)).toBe(false)
  })

  test('survives whatever is sent to it, and leaves other rows', async ({ calls, server, keyFor, twin, db }) => {
    const authorization = `Bearer ${await keyFor([...personScopes, 'read', 'write'])}`
    const theirs = async () =>
      Promise.all(
        ['contacts', 'persons', 'customers', 'shop_users', 'providers', 'import_runs'].map(async (table) => {
          const { rows } = await sql`select to_jsonb(t) as row from ${sql.table(table)} t
            where to_jsonb(t) -> 'provider_id' = ${twin.providerId}::text::jsonb
            order by 1`.execute(db)
          return rows
        })
      )
    const before = await theirs()
    for (const call of calls) {
      const requests = fc.sample(fc.tuple(hostileValue, queries, bodyOf(call)), {
        numRuns: requestsOfACall,
        seed: 4711
      })
      for (let from = 0; from < requests.length; from += atOnce)
        await Promise.all(
          requests.slice(from, from + atOnce).map(async ([name, query, { type, body }]) => {
            const url = `/provider/v1${filled(call.path, name || 'x')}?${query}`
            const headers = { authorization, ...(call.method !== 'GET' && { 'content-type': type }) }
            const payload = call.method === 'GET' || call.method === 'DELETE' ? undefined : body
            const method = call.method as 'GET' | 'POST' | 'PUT' | 'DELETE'
            const answer = await server.app.inject({ method, url, headers, ...(payload !== undefined && { payload }) })
            expect(answer.statusCode, `${method} ${url} ${type} ${body} ${answer.body}`).not.toBe(500)
          })
        )
    }
    expect(await theirs()).toEqual(before)
  })
})
