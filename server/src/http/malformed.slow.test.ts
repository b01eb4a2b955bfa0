import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '@customer-center/contract/endpoints'
import type { Envelope } from '@customer-center/contract/envelope'
import type { Database } from '../database/connection.ts'
import { type TestApp, startApp } from '../testing/app.ts'
import { authorized } from '../testing/calls.ts'
import { addCompany } from '../testing/company.ts'
import { testDatabases } from '../testing/fresh-database.ts'

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
const nasty = fc.oneof(
  fc.constantFrom(
    '',
    '%',
    '%zz',
    '%00',
    '\0',
    '%ed%a0%80',
    '%c0%80',
    '99999999999999999999',
    '-1',
    '1e309',
    'NaN',
    'null',
    '[]',
    '{}',
    ',,,',
    "' or 1=1 --",
    '../../etc/passwd',
    '%2e%2e%2f',
    '☃',
    '\\u0000',
    'WSU_EMAIL',
    'VERSION',
    '01.01.2026',
    '31.02.2026',
    '01.01.0000',
    '408',
    '999999999',
    '1970-01-01'
  ),
  fc.string({ unit: 'binary', maxLength: 30 })
)
const encoded = nasty.map((value) =>
  value.startsWith('%') ? value : encodeURIComponent(value.replace(/\p{Surrogate}/gu, '\uFFFD'))
)
const pairs = fc
  .array(fc.tuple(names, encoded), { maxLength: 6 })
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

// PostgreSQL where there is one: it is the stricter of the two.
describe.each(testDatabases().slice(-1))('malformed requests ($name)', ({ open }) => {
  let database: Database
  let server: TestApp
  let token: Record<string, string>

  beforeAll(async () => {
    database = await open()
    server = await startApp(database, { config: { development: true, logLevel: 'error' } })
    token = await authorized(server.url, (await addCompany(database.db, 100)).users.admin)
  })
  afterAll(async () => {
    await server.close()
    await database.close()
  })

  test.each(endpoints.map(({ endpoint }) => [endpoint.method, endpoint.path] as const))(
    '1,000 at %s %s give an envelope and never a 500',
    async (method, path) => {
      // revokeToken with a living token would end the session that the others need.
      const mayHaveToken = path !== '/revokeToken'
      const samples = fc.sample(requests, { numRuns: 1000, seed: 4711 })
      const send = async ({
        query,
        body: [type, payload],
        headers: more,
        token: withToken
      }: (typeof samples)[number]) => {
        const { statusCode, body: text } = await server.app.inject({
          method,
          url: `/api${path}?${query}`,
          headers: { ...more, ...(withToken && mayHaveToken && token), ...(type !== '' && { 'content-type': type }) },
          payload
        })
        const { responseResult } = JSON.parse(text) as Envelope<unknown>
        expect(responseResult.HTTPReturnCode, `${query} ${type} ${payload.slice(0, 200)}`).toBe(statusCode)
        expect(statusCode, `${text} ${query} ${type} ${payload.slice(0, 200)}`).not.toBe(500)
      }
      for (let i = 0; i < samples.length; i += 50) await Promise.all(samples.slice(i, i + 50).map(send))
    }
  )
})
