// On PostgreSQL alone: no network leads to the embedded database.

import { sql } from 'kysely'
import { expect } from 'vitest'
import type { TestApp } from '../../../../testing/server/app.ts'
import { call } from '../../../../testing/server/calls.ts'
import type { TestShopUser } from '../../../../testing/server/customer.ts'
import { eventually } from '../../../../testing/server/eventually.ts'
import { test as serverTest } from '../../../../testing/server/fixtures.ts'
import { startNetwork } from '../../../../testing/server/network.ts'
import { auditOf } from '../../../../testing/server/saves.ts'
import { createPostgresDatabase, postgresServer } from '../../../../testing/server/test-database.ts'
import { readConfig } from '../config/config.ts'
import { openDatabase } from './connection.ts'

const config = readConfig({})

const test = serverTest
  .extend('network', { scope: 'file' }, async ({ databaseKind: _kind }, { onCleanup }) => {
    const { url, drop } = await createPostgresDatabase(postgresServer() ?? '', 'migrated')
    const network = await startNetwork(url)
    onCleanup(async () => {
      await network.close()
      await drop()
    })
    return network
  })
  .extend('database', { scope: 'file' }, async ({ network }, { onCleanup }) => {
    const database = await openDatabase({ ...config, databaseUrl: network.url, databasePool: 4 })
    onCleanup(database.close)
    return database
  })
  // Six calls after each other wait for a connection, and none of them is to be refused by the line for that.
  .extend('overrides', { scope: 'file' }, () => ({ config: { maxWaitMs: 60_000 } }))
  /** Changes a login, which is several statements in one transaction. */
  .extend('setPassword', ({ server }) => async (user: TestShopUser, headers: Record<string, string>) => {
    const row = { ASP_PVAID: user.contactId, VERSION: 1, ASP_PASSWORT: 'Neues-Wort-1' }
    return server.save(headers, ['PUT', '/contact'], row)
  })

const unavailable = 'Der Dienst ist vorübergehend nicht erreichbar. Bitte versuchen Sie es in einer Minute noch einmal.'

async function read({ url }: TestApp, headers: Record<string, string>) {
  const { status, envelope, headers: given } = await call(url, '/customer', { headers })
  return [status, envelope.responseResult.Errors.join(), given.get('retry-after')]
}

test('a call waits for a connection and an answer for less than five seconds together, work in the background longer', () => {
  expect(config.databaseConnectMs + config.databaseQueryMs).toBeLessThan(5000)
  expect(config.databaseStatementMs).toBeGreaterThan(config.databaseQueryMs)
})

test('each call is 503 while nothing gets out', async ({ newCustomer, server, network, setPassword, db }) => {
  const { customerId, shopUsers } = await newCustomer()
  const headers = await server.headersOf(shopUsers.admin)
  // On a busy machine a connection opens in more than the time that a call waits for it.
  const answered = () =>
    eventually(async () => {
      const answers = await Promise.all(Array.from({ length: 8 }, () => read(server, headers)))
      expect(new Set(answers.map(([status]) => status))).toEqual(new Set([200]))
    })
  // The requests are as many as there are connections, all of them idle.
  await answered()
  network.cut()
  const during = await Promise.all([
    ...Array.from({ length: 20 }, () => read(server, headers)),
    setPassword(shopUsers.admin, headers).then(({ status, errors }) => [status, errors.join(), '5']),
    fetch(`${server.url}/readyz`).then(({ status, headers: given }) => [status, unavailable, given.get('retry-after')])
  ])
  expect(during).toEqual(Array.from({ length: 22 }, () => [503, unavailable, '5']))
  network.restore()
  await answered()
  expect((await setPassword(shopUsers.admin, headers)).code).toBe(0)
  expect(await auditOf(db, { customerId })).toHaveLength(1)
})

test('a row of a client that is gone is free', async ({ server, newCustomer, network, database, setPassword }) => {
  const { customerId, shopUsers } = await newCustomer()
  const headers = await server.headersOf(shopUsers.admin)
  const client = await database.pool.connect()
  await client.query('begin')
  await client.query('select from customers where customer_id = $1 for update', [customerId])
  network.cut()
  network.restore()
  await eventually(async () => expect((await setPassword(shopUsers.admin, headers)).code).toBe(0))
  client.release(true)
})

test('a statement that nobody waits for holds up nobody', async ({ server, newCustomer, db, setPassword }) => {
  const { customerId, shopUsers } = await newCustomer()
  const headers = await server.headersOf(shopUsers.admin)
  const held = sql`select pg_sleep(25) from (select from customers where customer_id = ${customerId} for update) as locked`
  const [begun] = await Promise.allSettled([held.execute(db)])
  expect(begun.status).toBe('rejected')
  expect((await setPassword(shopUsers.admin, headers)).code).toBe(0)
})

test('work in the background may take longer than a call waits', async ({ database }) => {
  const statement = sql`select pg_sleep(${(config.databaseQueryMs + 500) / 1000})`
  await expect(statement.execute(database.db)).rejects.toThrow('The database gave no answer in time.')
  expect((await statement.execute(database.background)).rows).toHaveLength(1)
})

test('work in the background asks for a connection after those of requests', async ({ network }) => {
  const { pool, background, close } = await openDatabase({ ...config, databaseUrl: network.url, databasePool: 2 })
  const work = () => sql`select 1`.execute(background)
  await work()
  network.refuse()
  await eventually(async () => expect(pool.totalCount).toBe(0))
  const requests = [pool.connect(), pool.connect()]
  const waiting = work()
  await Promise.all([...requests, waiting].map((one) => expect(one).rejects.toThrow()))
  network.restore()
  expect((await work()).rows).toHaveLength(1)
  await close()
})
