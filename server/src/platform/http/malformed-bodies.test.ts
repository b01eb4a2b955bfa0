import { describe, expect } from 'vitest'
import { maxZipDocuments, requestZip } from '@customer-center/contract/document'
import { endpoints } from '@customer-center/contract/endpoints'
import { startFunction } from '@customer-center/contract/server-function'
import { call } from '../../../../testing/server/calls.ts'
import type { TestShopUser } from '../../../../testing/server/customer.ts'
import { stopClock } from '../../../../testing/server/eventually.ts'
import { test as serverTest } from '../../../../testing/server/fixtures.ts'

const json = { 'content-type': 'application/json' }
const bytesOf = (path: string) => ([requestZip.path, startFunction.path].includes(path) ? 262_144 : 65_536)
const list = (length: number) => `[${Array.from({ length }, () => '1').join(',')}]`
const nested = (depth: number) => `${'['.repeat(depth)}1${']'.repeat(depth)}`

// All calls of the contract are there.
const config = { development: true, publicUrl: 'https://center.example' }

const test = serverTest
  .extend('overrides', { scope: 'file' }, { config })
  /** Makes a function that sends texts as bodies in a new session. */
  .extend('senderOf', ({ server }) => async (user: TestShopUser) => {
    const headers = { ...json, ...(await server.headersOf(user)) }
    return (body: string, path = '/customer', method = 'PUT') => call(server.url, path, { method, headers, body })
  })

describe('a body is refused before it is parsed', () => {
  const calls = endpoints
    .map(({ endpoint }) => endpoint)
    .filter(({ body, access }) => body === 'json' && access !== 'public')
  test.for(calls.map((endpoint) => [endpoint.method, endpoint.path, endpoint] as const))(
    '%s %s: beyond its bytes, 16 members for each kilobyte, or 16 levels',
    async ([method, path], { own, senderOf }) => {
      const send = await senderOf(own.shopUsers.admin)
      const statusOf = async (body: string) => (await send(body, path, method)).status
      const bytes = bytesOf(path)
      expect(await statusOf(JSON.stringify('a'.repeat(bytes - 2)))).toBe(400)
      expect(await statusOf(JSON.stringify('a'.repeat(bytes - 1)))).toBe(413)
      // The list is a member, too.
      expect(await statusOf(list(bytes / 64))).toBe(400)
      expect(await statusOf(list(bytes / 64 + 1))).toBe(413)
      // The schema would name the wrong member, which this refusal does not know yet.
      expect((await send(`{"data":${nested(16)}}`, path, method)).envelope.responseResult.Errors).toEqual([
        'Die Anfrage ist fehlerhaft.'
      ])
    }
  )

  test('which counts no signs within a text', async ({ own, senderOf }) => {
    const send = await senderOf(own.shopUsers.admin)
    const text = '{["\\,'.repeat(1600)
    const answer = await send(JSON.stringify({ data: { NOBODY: text } }))
    expect(answer.envelope.responseResult.Errors).toEqual(['Unbekanntes Feld: NOBODY'])
  })

  test('for 1,000 documents and 100,000 letters of a function only by what they say', async ({ own, senderOf }) => {
    const send = await senderOf(own.shopUsers.admin)
    const documentKeys = Array.from({ length: maxZipDocuments }, (_, index) => String(index).padStart(64, '0'))
    const zip = await send(JSON.stringify({ data: { documentKeys, name: 'Alle' } }), requestZip.path, 'POST')
    expect(zip.envelope.responseResult.RESTReturnCode).toBe(404)
    const data = { functionName: 'Evaluation', async: true, parameter: `from=${'ä'.repeat(99_995)}` }
    const started = await send(JSON.stringify({ data }), startFunction.path, 'POST')
    expect(started.envelope.responseResult.Errors).toEqual(['Die Angabe from fehlt oder ist ungültig.'])
  })

  test('also by MAX_BODY_BYTES, where that is less', async ({ startServer, own }) => {
    const server = await startServer({ config: { ...config, maxBodyBytes: 1024 } })
    const headers = { ...json, ...(await server.headersOf(own.shopUsers.admin)) }
    const put = (bytes: number, path: string, method: string) =>
      call(server.url, path, { method, headers, body: JSON.stringify('a'.repeat(bytes - 2)) })
    for (const [path, method] of [
      ['/customer', 'PUT'],
      [requestZip.path, 'POST'],
      [startFunction.path, 'POST'],
      ['/passkeys/loginoptions', 'POST']
    ] as const)
      expect([(await put(1024, path, method)).status, (await put(1025, path, method)).status]).toEqual([400, 413])
  })
})

describe('the bodies of a session', () => {
  const wrong = '{"data":[]}'

  test('are 429 after 50 refused ones, and others go on', async ({ own, server, senderOf }) => {
    const send = await senderOf(own.shopUsers.admin)
    const kinds = [wrong, '{', nested(20), list(2000), '{"data":{"NOBODY":1}}']
    for (let turn = 0; turn < 50; turn += 1) expect([400, 413]).toContain((await send(kinds[turn % 5] ?? '')).status)
    const good = JSON.stringify({ data: { KND_ORT: 'Linz' } })
    const refused = await send(good)
    expect([refused.status, Number(refused.headers.get('retry-after')) > 800]).toEqual([429, true])
    expect(refused.envelope.responseResult.Errors[0]).toMatch(/zu viele fehlerhafte Anfragen.* in 15 Minuten /)
    const other = await senderOf(own.shopUsers.admin)
    expect((await other(good)).envelope.responseResult.RESTReturnCode).toBe(0)
    expect((await server.call(own.shopUsers.admin, '/customer')).status).toBe(200)
    stopClock(Date.now() + 15 * 60_000)
    expect((await send(good)).status).toBe(200)
  })

  test('that are refused keep nobody from what has none', async ({ newCustomer, server }) => {
    const headers = await server.headersOf((await newCustomer()).shopUsers.admin)
    const send = (path: string, method: string, body?: string) =>
      fetch(`${server.url}/api${path}`, {
        method,
        headers: { ...headers, ...(body !== undefined && { ...json }) },
        body: body ?? null
      })
    for (let turn = 0; turn < 50; turn += 1) expect((await send('/customer', 'PUT', wrong)).status).toBe(400)
    expect((await send('/customer', 'PUT', wrong)).status).toBe(429)
    expect((await send('/customer', 'GET')).status).toBe(200)
    expect((await send('/customer', 'HEAD')).status).not.toBe(429)
    expect((await send('/revokeToken', 'POST')).status).toBe(200)
    expect((await send('/customer', 'GET')).status).toBe(401)
  })

  test('count nothing where they are right or break a rule', async ({ foreign, senderOf }) => {
    const send = await senderOf(foreign.shopUsers.admin)
    for (let turn = 0; turn < 60; turn += 1) expect((await send('{"data":{"KND_NUMMER":"1"}}')).status).toBe(200)
    expect((await send(wrong)).status).toBe(400)
  })
})
