import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, onTestFinished, vi } from 'vitest'
import type { DocumentEvent } from '@customer-center/contract/document'
import { startApp } from '../../../../testing/server/app.ts'
import { call } from '../../../../testing/server/calls.ts'
import {
  closes,
  noLongerListening,
  orderOfClosing,
  patience,
  test
} from '../../../../testing/server/closing-fixtures.ts'
import { waiting } from '../../../../testing/server/row-locks.ts'
import { seed } from '../../../../testing/server/seed.ts'

describe('closing the server', () => {
  test('waits for the request of a client that has gone', async ({ server, database, own, closing, hold }) => {
    const headers = await server.headersOf(own.shopUsers.admin)
    const letGo = await hold('customers')
    const leaving = new AbortController()
    const arrived = vi.fn()
    closing.app.server.on('request', arrived)
    const asked = fetch(`${closing.url}/api/customer`, { headers, signal: leaving.signal })
    const gone = asked.catch(() => 'gone')
    await vi.waitFor(() => expect(arrived).toHaveBeenCalled(), patience)
    // A request that leaves before its work has begun is not waited for.
    if (database.kind === 'postgres') await vi.waitFor(async () => expect(await waiting(database)).toBe(1), patience)
    leaving.abort()
    expect(await gone).toBe('gone')
    expect(await orderOfClosing(closing, letGo)).toEqual(['let go', 'closed'])
    expect(closing.log()).not.toContain('failed unexpectedly')
  })

  test('waits for the request that took too long at its token', async ({ server, own, database, hold }) => {
    const slow = await startApp(database, { limits: { responseMs: 2000, idleMs: 60_000 } })
    const headers = await server.headersOf(own.shopUsers.admin)
    const letGo = await hold('sessions')
    const { status } = await fetch(`${slow.url}/api/customer`, { headers })
    expect([status, await orderOfClosing(slow, letGo)]).toEqual([503, ['let go', 'closed']])
    expect(slow.log()).not.toContain('failed unexpectedly')
  })

  test('does not wait for what was refused before its work began', async ({ closing }) => {
    expect((await fetch(`${closing.url}/api/customer`)).status).toBe(401)
    await closes(closing)
  })

  test('does not wait for a connection that has asked nothing', async ({ database }) => {
    const quiet = await startApp(database, { limits: { idleMs: 600_000 } })
    const arrived = vi.fn()
    quiet.app.server.on('connection', arrived)
    const client = connect(Number(new URL(quiet.url).port), '127.0.0.1')
    await vi.waitFor(() => expect(arrived).toHaveBeenCalled(), patience)
    await closes(quiet)
    client.destroy()
  })

  test('answers in the envelope what had begun to come, and ends its connection', async ({ closing }) => {
    const arrived = vi.fn<(socket: Socket) => void>()
    closing.app.server.on('connection', arrived)
    const client = connect(Number(new URL(closing.url).port), '127.0.0.1')
    client.write('GET /api/customer HTTP/1.1\r\nHost: x\r\n')
    await vi.waitFor(() => expect(arrived.mock.calls[0]?.[0].bytesRead).toBeGreaterThan(0), patience)
    const closed = closes(closing)
    await noLongerListening(closing)
    client.write('\r\n')
    const [head = '', body = ''] = (await text(client)).split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1\.1 401 [^]*\r\nconnection: close(\r\n|$)/i)
    expect(JSON.parse(body)).toMatchObject({ responseResult: { HTTPReturnCode: 401 } })
    await closed
  })

  test('ends the connection of an answer that had begun', async ({ server, db, own, closing }) => {
    const { addEvent, addParticipation, addScript } = seed(db, closing.storage)
    await addEvent(1, '2026-01-01')
    await addParticipation(own.shopUsers.admin, 1)
    await addScript(1, { size: 20_000_000 })
    const headers = await server.headersOf(own.shopUsers.admin)
    const list = await call<DocumentEvent[]>(closing.url, '/eventmanager/documentsbysubscriber', { headers })
    const hash = list.envelope.responseData[0]?.scripts?.[0]?.documentHash
    const agent = new Agent({ keepAlive: true })
    onTestFinished(() => agent.destroy())
    const asked = get(`${closing.url}/api/dms/getdoc?documentKey=${hash}`, { headers, agent })
    const [response] = (await once(asked, 'response')) as [IncomingMessage]
    expect(response.headers.connection).toBe('keep-alive')
    const closed = closes(closing)
    await noLongerListening(closing)
    response.resume()
    await closed
  })

  test('ends the connection of a call that waited for its turn and is refused', async ({
    database,
    server,
    own,
    hold
  }) => {
    const config = { databasePool: 1, maxWaitMs: 100 }
    const closing = await startApp(database, { config })
    const headers = await server.headersOf(own.shopUsers.admin)
    // The server knows the token from the first call on.
    expect((await call(closing.url, '/customer', { headers })).status).toBe(200)
    const letGo = await hold('sessions')
    // Closing begins as soon as both have come: later the second one might have been refused before.
    const closed = new Promise<void>((resolve) => {
      let left = 2
      closing.app.server.on('request', () => void ((left -= 1) === 0 && resolve(closes(closing))))
    })
    const agent = new Agent({ keepAlive: true })
    onTestFinished(() => agent.destroy())
    const answers = [1, 2].map(() => once(get(`${closing.url}/api/customer`, { headers, agent }), 'response'))
    const [refused] = (await Promise.race(answers)) as [IncomingMessage]
    await letGo()
    for (const [answer] of (await Promise.all(answers)) as [IncomingMessage][]) answer.resume()
    expect([refused.statusCode, refused.headers.connection]).toEqual([503, 'close'])
    await closed
  })

  test('does not wait for a body that broke off at its token', async ({ server, own, closing, hold }) => {
    const { authorization = '' } = await server.headersOf(own.shopUsers.admin)
    const letGo = await hold('sessions')
    const arrived = vi.fn()
    closing.app.server.on('request', arrived)
    const { port } = new URL(closing.url)
    const client = connect(Number(port), '127.0.0.1')
    const head = ['PUT /api/customer HTTP/1.1', 'Host: x', `Authorization: ${authorization}`]
    client.write([...head, 'Content-Type: application/json', 'Content-Length: 100', '', '{"data"'].join('\r\n'))
    await vi.waitFor(() => expect(arrived).toHaveBeenCalled(), patience)
    const [[request]] = arrived.mock.calls as [[IncomingMessage]]
    client.destroy()
    await vi.waitFor(() => expect(request.destroyed).toBe(true), patience)
    await letGo()
    await closes(closing)
    expect(closing.log()).not.toContain('failed unexpectedly')
  })
})
