// On PostgreSQL alone: the embedded database has no connections that end.

import { expect, vi } from 'vitest'
import { call } from '../../../../testing/server/calls.ts'
import type { TestShopUser } from '../../../../testing/server/customer.ts'
import { test as serverTest } from '../../../../testing/server/fixtures.ts'
import { runOn } from '../../../../testing/server/postgres.ts'
import { waiting } from '../../../../testing/server/row-locks.ts'
import { auditOf } from '../../../../testing/server/saves.ts'
import { postgresServer } from '../../../../testing/server/test-database.ts'

const patience = { timeout: 60_000, interval: 10 }

const test = serverTest
  /** Makes connections on the server, beside those of the product. */
  .extend('admin', async ({ database }) => {
    const { rows } = await database.pool.query<{ name: string }>('select current_database() as name')
    const name = rows[0]?.name ?? ''
    return (statement: string) => runOn(`${postgresServer() ?? ''}postgres`, statement.replaceAll('$database', name))
  })
  /** Ends, as an operator does, the connection that waits for a lock. */
  .extend('endWaiting', ({ database, admin }) => async () => {
    await vi.waitFor(async () => expect(await waiting(database)).toBe(1), patience)
    await admin(
      `select pg_terminate_backend(pid, ${patience.timeout}) from pg_stat_activity where datname = '$database' and wait_event_type = 'Lock'`
    )
  })
  /** Changes a login, which is several statements in one transaction. */
  .extend('setPassword', ({ server }) => async (user: TestShopUser) => {
    const row = { ASP_PVAID: user.contactId, VERSION: 1, ASP_PASSWORT: 'Neues-Wort-1' }
    return server.save(user, ['PUT', '/contact'], row)
  })
  .extend(
    'whileLocked',
    ({ database }) =>
      async <Result>({ customerId }: TestShopUser, work: () => Promise<Result>) => {
        const client = await database.pool.connect()
        try {
          await client.query('begin')
          await client.query('select from customers where customer_id = $1 for update', [customerId])
          return await work()
        } finally {
          await client.query('rollback')
          client.release()
        }
      }
  )

test('a save whose connection ends inside its transaction is made on another one, once', async ({
  customer: { customerId, shopUsers },
  db,
  setPassword,
  whileLocked,
  endWaiting,
  database
}) => {
  const saving = await whileLocked(shopUsers.admin, async () => {
    const answer = setPassword(shopUsers.admin)
    await endWaiting()
    await vi.waitFor(async () => expect(await waiting(database)).toBe(1), patience)
    return { answer }
  })
  expect((await saving.answer).code).toBe(0)
  expect(await auditOf(db, { customerId })).toHaveLength(1)
})

test('a save is 503 after its last try', async ({ server, newCustomer, setPassword, whileLocked, endWaiting }) => {
  const { admin } = (await newCustomer()).shopUsers
  const refused = await whileLocked(admin, async () => {
    const answer = setPassword(admin)
    await endWaiting()
    await endWaiting()
    return answer
  })
  expect(refused).toMatchObject({
    status: 503,
    errors: ['Der Dienst ist vorübergehend nicht erreichbar. Bitte versuchen Sie es in einer Minute noch einmal.']
  })
  expect((await server.call(admin, '/customer')).status).toBe(200)
  expect((await setPassword(admin)).code).toBe(0)
})

test('a new standby is 503, and no connection stays', async ({ newCustomer, server, admin }) => {
  const user = (await newCustomer()).shopUsers.admin
  const headers = await server.headersOf(user)
  const setPassword = async () => {
    const row = { ASP_PVAID: user.contactId, VERSION: 1, ASP_PASSWORT: 'Neues-Wort-1' }
    return server.save(headers, ['PUT', '/contact'], row)
  }
  await admin('alter database $database set default_transaction_read_only = on')
  // Returns when they are gone: a call that met one of them, and another one when it is tried again, would be refused.
  await admin(`select pg_terminate_backend(pid, ${patience.timeout}) from pg_stat_activity where datname = '$database'`)
  const read = async () => (await server.call(headers, '/customer')).status
  expect(await Promise.all(Array.from({ length: 5 }, read))).toEqual(Array(5).fill(200))
  // All connections are there by then: one that opened after the refusal would be one of the standby that stays.
  expect((await setPassword()).status).toBe(503)
  await admin('alter database $database reset default_transaction_read_only')
  expect((await setPassword()).code).toBe(0)
})

test.for([
  '08001',
  '08003',
  '08006',
  '40001',
  '40P01',
  '53300',
  '57P01',
  '57P02',
  '57P03',
  '57014',
  '25P03',
  '58030',
  'XX000'
])('a save that PostgreSQL ends with %s is answered 503', async (code, { newCustomer, server, database }) => {
  const user = (await newCustomer()).shopUsers.admin
  const headers = { ...(await server.headersOf(user)), 'content-type': 'application/json' }
  await database.pool.query(`create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'refused' using errcode = '${code}'; end $$`)
  await database.pool.query('create trigger refuse before update on contacts execute function refuse()')
  const data = { ASP_PVAID: user.contactId, VERSION: 1, ASP_PASSWORT: 'Neues-Wort-1' }
  const refused = await call(server.url, '/contact', { method: 'PUT', headers, body: JSON.stringify({ data }) })
  await database.pool.query('drop function refuse cascade')
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
})
