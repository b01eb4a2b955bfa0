// On both databases: each is away in its own way.

import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { describe, expect, onTestFinished } from 'vitest'
import type { Envelope } from '@customer-center/contract/envelope'
import { startApp } from '../../../../testing/server/app.ts'
import { authorized, call } from '../../../../testing/server/calls.ts'
import { addCustomer, testPassword } from '../../../../testing/server/customer.ts'
import { test as serverTest } from '../../../../testing/server/fixtures.ts'
import { openInMemory } from '../../../../testing/server/pooled-pglite.ts'

const json = { 'content-type': 'application/json' }
const form = { 'content-type': 'application/x-www-form-urlencoded' }

const test = serverTest
  .extend('admin', { scope: 'file' }, async ({ db }) => (await addCustomer(db, 100)).shopUsers.admin)
  /** Sends bytes as they are, past every client that would not send them. */
  .extend('raw', ({ server }) => async (bytes: string): Promise<{ status: number; envelope: Envelope<null> }> => {
    const { port } = new URL(server.url)
    const socket = connect(Number(port), '127.0.0.1')
    socket.write(bytes)
    const answer = await text(socket)
    const body = answer.slice(answer.indexOf('\r\n\r\n') + 4)
    return { status: Number(answer.split(' ')[1]), envelope: JSON.parse(body) as Envelope<null> }
  })

describe('every answer is an envelope with a German sentence', () => {
  const cases: [string, number, string, RequestInit][] = [
    ['an unknown call', 404, '/nosuchcall', {}],
    ['a known call with another method', 405, '/getToken', {}],
    ['a known call with a method of no call', 405, '/webshopuser', { method: 'DELETE' }],
    [
      'a wrong content type',
      415,
      '/getToken',
      { method: 'POST', headers: { 'content-type': 'text/xml' }, body: '<a/>' }
    ],
    ['JSON where a form belongs', 415, '/getToken', { method: 'POST', headers: json, body: '{"password":"x"}' }],
    ['U+0000', 400, '/getToken', { method: 'POST', headers: form, body: 'customerNumber=K1&userName=%00&password=x' }],
    ['an unsupported version', 400, '/getApiVersion', { headers: { 'content-version': '2.0' } }],
    ['an unsupported version in the other header', 400, '/getApiVersion', { headers: { content_version: '0.9' } }],
    ['no session', 401, '/webshopuser', {}],
    ['bad percent encoding in the path', 400, '/%ff%', {}]
  ]
  test.for(cases)('%s: %i', async ([, status, path, init], { server }) => {
    const answer = await call(server.url, path, init)
    const { RESTReturnCode, Errors } = answer.envelope.responseResult
    expect([answer.status, answer.envelope.responseData]).toEqual([status, null])
    expect(RESTReturnCode).not.toBe(0)
    expect(Errors).toHaveLength(1)
    expect(Errors[0]).toMatch(/^[A-ZÄÖÜ].*\.$/)
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  test('a body of 16 KiB is read without a session', async ({ server }) => {
    const post = (bytes: number) =>
      call(server.url, '/getToken', { method: 'POST', headers: form, body: 'userName='.padEnd(bytes, 'a') })
    const refused = await post(16_385)
    expect([(await post(16_384)).status, refused.status]).toEqual([400, 413])
    expect(refused.envelope.responseResult.Errors).toHaveLength(1)
  })

  test('another method is answered with those that the call has', async ({ server }) => {
    expect((await call(server.url, '/getToken')).headers.get('allow')).toBe('POST')
    expect((await call(server.url, '/contact', { method: 'DELETE' })).headers.get('allow')).toBe('GET, POST, PUT')
  })

  test('a parameter that is wrong is named in German, and zod says nothing', async ({ admin, server }) => {
    const { status, envelope } = await server.call(admin, '/webshopuser?RES_FIELDS=A&RES_FIELDS=B')
    expect([status, envelope.responseResult.Errors]).toEqual([400, ['Die Angabe RES_FIELDS fehlt oder ist ungültig.']])
  })

  test('what the HTTP parser cannot read', async ({ raw }) => {
    expect((await raw('GARBAGE\r\n\r\n')).envelope.responseResult.HTTPReturnCode).toBe(400)
    expect((await raw('GET / HTTP/1.1\r\nbad header\r\n\r\n')).status).toBe(400)
    const large = await raw(`GET /api/getApiVersion HTTP/1.1\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`)
    expect(large.envelope.responseResult.HTTPReturnCode).toBe(431)
    const expectation = await raw('GET /api/getApiVersion HTTP/1.1\r\nExpect: wonders\r\nConnection: close\r\n\r\n')
    expect(expectation.status).toBe(417)
    expect((await raw('GET /api/getApiVersion HTTP/1.1\r\nConnection: close\r\n\r\n')).status).toBe(200)
  })

  test('a request that has not come whole in time', async ({ server }) => {
    const { port } = new URL(server.url)
    const arriving = once(server.app.server, 'connection')
    const client = connect(Number(port), '127.0.0.1')
    client.write('GET /api/getApiVersion HTTP/1.1\r\n')
    const [socket] = (await arriving) as [Socket]
    // Node words this error so; it looks for such requests twice a minute.
    const late = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
    server.app.server.emit('clientError', late, socket)
    const [head = '', body = ''] = (await text(client)).split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/)
    expect(JSON.parse(body)).toMatchObject({ responseResult: { HTTPReturnCode: 408 } })
  })

  test('a content type without a body counts as none', async ({ admin, server }) => {
    const headers = { ...json, ...(await server.headersOf(admin)) }
    expect((await call(server.url, '/revokeToken', { method: 'POST', headers })).status).toBe(200)
  })

  test('both version headers are read, and none is accepted', async ({ server }) => {
    const headers = { 'content-version': '1.0', content_version: '1.0' }
    expect((await server.call(headers, '/getApiVersion')).status).toBe(200)
    expect((await call(server.url, '/getApiVersion')).status).toBe(200)
  })

  test('a page that does not exist is a plain 404 outside the API', async ({ server }) => {
    const response = await fetch(`${server.url}/nosuchpage`)
    expect([response.status, await response.text()]).toEqual([404, 'Diese Seite gibt es nicht.'])
  })

  test('a bug is a generic sentence with the number under which the log holds it whole', async () => {
    const broken = await openInMemory()
    const app = await startApp(broken)
    onTestFinished(async () => {
      await broken.close()
    })
    await sql`alter table sessions rename column family to kin`.execute(broken.db)
    const headers = { authorization: 'canary-token' }
    const { status, envelope } = await call(app.url, '/webshopuser', { headers })
    const [sentence = ''] = envelope.responseResult.Errors
    const number = /die Nummer (\d{10})\.$/.exec(sentence)?.[1] ?? 'none'
    expect([status, sentence.startsWith('Es ist ein unerwarteter Fehler aufgetreten.')]).toEqual([500, true])
    const line = app
      .log()
      .split('\n')
      .find((each) => each.includes(number) && each.includes('"err"'))
    expect(line).toContain('42703')
    expect(line).toContain('caller.repository')
    expect(app.log()).not.toContain('canary-token')
  })

  test('malformed JSON and keys that reach a prototype', async ({ startServer, admin }) => {
    const app = await startServer({ config: { development: true } })
    const headers = { ...json, ...(await authorized(app.url, admin)) }
    for (const body of [
      '{',
      '{"__proto__":{}}',
      `{"data":{"WSU_EMAIL":"${admin.userName}","WSU_PASSWORT":"${testPassword}","__proto__":{}}}`,
      '{"data":{"constructor":{"prototype":{}}}}',
      '',
      '{"data":{"A":"\\u0000"}}'
    ]) {
      const answer = await call(app.url, '/webshopuser/setcurrentwebshopuser', { method: 'PUT', headers, body })
      expect(answer.status, body).toBe(400)
    }
  })

  test('a database that is away is a 503 with Retry-After, and readyz says so', async () => {
    const gone = await openInMemory()
    const app = await startApp(gone)
    expect((await fetch(`${app.url}/readyz`)).status).toBe(200)
    await sql`create function away() returns int language plpgsql as
      $$ begin raise exception 'terminating' using errcode = '57P01'; end $$`.execute(gone.db)
    await sql`alter table sessions rename to kept`.execute(gone.db)
    await sql`create view sessions as select kept.* from (select away()) as gone, kept`.execute(gone.db)
    const refused = await call(app.url, '/webshopuser', { headers: { authorization: 'any' } })
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
    await gone.close()
    expect((await fetch(`${app.url}/livez`)).status).toBe(200)
    expect((await fetch(`${app.url}/readyz`)).status).toBe(503)
  })
})
