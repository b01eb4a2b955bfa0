import * as fc from 'fast-check'
import { describe, expect } from 'vitest'
import { endpoints } from '@customer-center/contract/endpoints'
import type { Envelope } from '@customer-center/contract/envelope'
import { test as serverTest } from '../../../../testing/server/fixtures.ts'
import { identifiers } from '../../../../testing/server/identifiers.ts'
import { hostileValue, randomCalls } from '../../../../testing/server/random-calls.ts'
import type { Config } from '../config/config.ts'

const names = fc.constantFrom(
  'RES_FIELDS',
  'documentKey',
  'stampNo',
  'company',
  'id',
  'contactCompany',
  'contactId',
  'eventId',
  'modelId',
  'evaluationType',
  'from',
  'to',
  'userName',
  'customerNumber',
  'password',
  'refreshToken',
  'data',
  'WSU_EMAIL',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '',
  '%',
  '%00'
)
const pairs = fc
  .array(fc.tuple(names, hostileValue), { maxLength: 6 })
  .map((list) => list.map(([name, value]) => `${name}=${value}`).join('&'))

const jsonBody = fc.oneof(
  fc.json(),
  fc.tuple(names, fc.jsonValue()).map(([name, value]) => `{"data":{${JSON.stringify(name)}:${JSON.stringify(value)}}}`),
  fc.constantFrom(
    '',
    '{',
    'null',
    '[]',
    '{"data":null}',
    '{"data":[]}',
    '{"__proto__":{"a":1}}',
    '{"data":{"constructor":{"prototype":1}}}',
    '{"data":{"WSU_EMAIL":"\\u0000"}}',
    '{"data":{"WSU_EMAIL":"\\ud800"}}',
    '{"data":{"WSU_RECHTE":1e400}}',
    '{"data":{},"data":{}}',
    `${'['.repeat(50_000)}${']'.repeat(50_000)}`,
    `{"data":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}}`,
    '\uFEFF{}'
  )
)
const body = fc.oneof(
  fc.tuple(fc.constant('application/json'), jsonBody),
  fc.tuple(fc.constant('application/x-www-form-urlencoded'), pairs),
  fc.tuple(
    fc.constantFrom('text/plain', 'application/json;charset=utf-16', 'multipart/form-data', 'x', ';', ''),
    jsonBody
  )
)
const headers = fc.dictionary(
  fc.constantFrom(
    'content-version',
    'content_version',
    'cookie',
    'x-xsrf-token',
    'origin',
    'accept-encoding',
    'x-forwarded-for',
    'if-none-match'
  ),
  fc.constantFrom(
    '',
    '1.0',
    '1.0, 1.0',
    '2',
    'XSRF-TOKEN=a; KC-SESSION=b',
    'XSRF-TOKEN=%',
    ';;=;',
    'null',
    'https://evil.example',
    '::::',
    '*'
  ),
  { maxKeys: 3 }
)
const requests = fc.record({ query: pairs, body, headers, token: fc.boolean() })

interface Sent {
  readonly query: string
  readonly payload: string
  readonly headers: Record<string, string>
  readonly token: boolean
}

/** Texts in an answer that would tell how the server is built. */
const leak = /syntax error|\bselect\b.+\bfrom\b|node_modules|\.[tj]s:\d|at \w+ \(/i

const routeRights: Config['routeRights'] = { 'confirmations/evaluation': ['admin'] }
// Half of them are requests of that very call.
const half = 250
/** The number is below the 25 that one session may have pending. */
const atOnce = 20

// Without a device nobody answers a challenge, and the number of challenges is limited.
const needsDevice = ['/passkeys', '/passkeys/options']

const test = serverTest
  .extend(
    'overrides',
    { scope: 'file' },
    { config: { development: true, logLevel: 'error', publicUrl: 'https://center.example', routeRights } }
  )
  .extend('sendAll', ({ server, own }) => {
    return async (method: 'GET' | 'POST' | 'PUT', path: string, all: readonly Sent[]): Promise<number[]> => {
      const send = async ({ query, payload, headers: more, token }: Sent, session: Record<string, string>) => {
        const url = `/api${path}?${query}`
        const sent = { ...more, ...(token && session) }
        const { statusCode, body: text } = await server.app.inject({ method, url, headers: sent, payload })
        const { responseResult } = JSON.parse(text) as Envelope<unknown>
        const asked = `${query} ${sent['content-type']} ${payload.slice(0, 200)}`
        expect(responseResult.HTTPReturnCode, asked).toBe(statusCode)
        expect(statusCode, `${text} ${asked}`).not.toBe(500)
        expect(text, asked).not.toMatch(leak)
        return statusCode
      }
      const statuses: number[] = []
      for (let i = 0; i < all.length; i += atOnce) {
        // After 50 malformed bodies the server would read no further one of the session.
        const session = await server.headersOf(own.shopUsers.admin)
        statuses.push(...(await Promise.all(all.slice(i, i + atOnce).map((one) => send(one, session)))))
      }
      return statuses
    }
  })
  .extend('good', { scope: 'file', auto: true }, ({ own }) => {
    const kinds = { addressKind: '3', evaluationType: '408', interfaceId: '1', letterNo: '1', format: 'PDF' }
    const event = { eventId: '1', no: '1', participantId: '1', const: '1:1', from: '01.01.2026', to: '31.12.2026' }
    return identifiers(own, { ...kinds, ...event, ASP_PVAID: String(own.shopUsers.contact.contactId) })
  })

describe('malformed requests', () => {
  test.for(endpoints.map((schema) => [schema.endpoint.method, schema.endpoint.path, schema] as const))(
    '500 at %s %s give an envelope and never a 500',
    async ([method, path, schema], { sendAll, good }) => {
      // revokeToken with a living token would end the session that the others need.
      const keepsSession = path !== '/revokeToken'
      const anything = fc.sample(requests, { numRuns: half, seed: 4711 })
      const all = anything.map(({ query, body: [type, payload], headers: more, token }) => {
        const sent = { ...more, ...(type !== '' && { 'content-type': type }) }
        return { query, payload, headers: sent, token: token && keepsSession }
      })
      await sendAll(method, path, all)

      const type = schema.endpoint.body === 'form' ? 'application/x-www-form-urlencoded' : 'application/json'
      const sent: Record<string, string> = schema.endpoint.body ? { 'content-type': type } : {}
      const calls = randomCalls(schema, good, half).map((one) => ({ ...one, headers: sent, token: keepsSession }))
      const statuses = await sendAll(method, path, calls)
      // Requests that all end before the call has read anything guard nothing.
      const reached = statuses.filter((status) => status === 200 || status === 404)
      const isRead = schema.endpoint.access !== 'public' && !needsDevice.includes(path)
      if (keepsSession && isRead) expect(reached.length).toBeGreaterThan(calls.length / 8)
    }
  )
})
