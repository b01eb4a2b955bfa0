import type { IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as rest } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Database } from '../database/connection.ts'
import { type TestApp, startApp } from '../testing/app.ts'
import { authorized } from '../testing/calls.ts'
import { addCompany, type TestCompany } from '../testing/company.ts'
import { testDatabases } from '../testing/fresh-database.ts'

const patience = { timeout: 5000 }

describe.each(testDatabases())('closing the server ($name)', ({ open }) => {
  let database: Database
  let server: TestApp
  let own: TestCompany

  beforeEach(async () => {
    database = await open()
    server = await startApp(database)
    own = await addCompany(database.db, 100)
  })
  afterEach(() => database.close())

  test('waits for the request of a client that has gone, before the database is closed below it', async () => {
    const headers = await authorized(server.url, own.users.admin)
    const order: string[] = []
    // Held so that the request stands in the middle of its work: at a table, and in the embedded database at the only connection.
    const holder = await database.pool.connect()
    await holder.query('begin')
    await holder.query('lock table customers')
    const leaving = new AbortController()
    const arrived = vi.fn()
    server.app.server.on('request', arrived)
    const get = fetch(`${server.url}/api/customer`, { headers, signal: leaving.signal })
    const gone = get.catch(() => 'gone')
    await vi.waitFor(() => expect(arrived).toHaveBeenCalled(), patience)
    leaving.abort()
    expect(await gone).toBe('gone')
    const closed = server.close().then(() => order.push('closed'))
    await vi.waitFor(() => expect(server.app.server.listening).toBe(false), patience)
    // Node is done with its connections some turns later.
    for (let turn = 0; turn < 20; turn += 1) await rest(1)
    order.push('let go')
    await holder.query('commit')
    holder.release()
    await closed
    expect(order).toEqual(['let go', 'closed'])
    expect(server.log()).not.toContain('failed unexpectedly')
  })

  test('does not wait for a body that broke off while its token was checked', async () => {
    const { authorization = '' } = await authorized(server.url, own.users.admin)
    const holder = await database.pool.connect()
    await holder.query('begin')
    await holder.query('lock table sessions')
    const arrived = vi.fn()
    server.app.server.on('request', arrived)
    const { port } = new URL(server.url)
    const client = connect(Number(port), '127.0.0.1')
    const head = ['PUT /api/customer HTTP/1.1', 'Host: x', `Authorization: ${authorization}`]
    client.write([...head, 'Content-Type: application/json', 'Content-Length: 100', '', '{"data"'].join('\r\n'))
    await vi.waitFor(() => expect(arrived).toHaveBeenCalled(), patience)
    const [[request]] = arrived.mock.calls as [[IncomingMessage]]
    client.destroy()
    await vi.waitFor(() => expect(request.destroyed).toBe(true), patience)
    await holder.query('commit')
    holder.release()
    await server.close()
    expect(server.log()).not.toContain('failed unexpectedly')
  })
})
