import { expect, vi } from 'vitest'
import { call } from '../../testing/calls.ts'
import type { TestUser } from '../../testing/company.ts'
import { test as serverTest } from '../../testing/fixtures.ts'
import { runOn } from '../../testing/postgres.ts'
import { waiting } from '../../testing/row-locks.ts'
import { auditOf, save } from '../../testing/saves.ts'
import { postgresServer } from '../../testing/test-database.ts'

const patience = { timeout: 60_000, interval: 10 }

const test = serverTest
  /** On the server, beside the connections of the product. */
  .extend('admin', async ({ database }) => {
    const { rows } = await database.pool.query<{ name: string }>('select current_database() as name')
    const name = rows[0]?.name ?? ''
    return (statement: string) => runOn(`${postgresServer() ?? ''}postgres`, statement.replaceAll('$database', name))
  })
  /** Ends, as an operator does, the connection that waits for a lock. */
  .extend('endWaiting', ({ database, admin }) => async () => {
    await vi.waitFor(async () => expect(await waiting(database)).toBe(1), patience)
    await admin(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '$database' and wait_event_type = 'Lock'`
    )
  })
  .extend('rename', ({ server, headersOf }) => async (user: TestUser) => {
    const row = { ASP_PVAID: user.pvaid, VERSION: 1, ASP_NACHNAME: 'Neu' }
    return save(server.url, await headersOf(user), ['PUT', '/contact'], row)
  })
  .extend('whileLocked', ({ database }) => async <Result>({ contactId }: TestUser, work: () => Promise<Result>) => {
    const client = await database.pool.connect()
    try {
      await client.query('begin')
      await client.query('select from persons where id = $1 for update', [contactId])
      return await work()
    } finally {
      await client.query('rollback')
      client.release()
    }
  })

test.beforeEach(({ databaseKind, skip }) => skip(databaseKind === 'embedded', 'it has no connections that end'))

test('a save whose connection ends inside its transaction is made on another one, once', async ({
  newCompany,
  db,
  rename,
  whileLocked,
  endWaiting,
  database
}) => {
  const { id, users } = await newCompany()
  const saving = await whileLocked(users.admin, async () => {
    const answer = rename(users.admin)
    await endWaiting()
    await vi.waitFor(async () => expect(await waiting(database)).toBe(1), patience)
    return { answer }
  })
  expect((await saving.answer).code).toBe(0)
  expect(await auditOf(db, { id })).toHaveLength(1)
})

test('a save whose connections end again and again is answered 503 with a time to wait, and the next one goes through', async ({
  newCompany,
  rename,
  whileLocked,
  endWaiting,
  callAs
}) => {
  const { admin } = (await newCompany()).users
  const refused = await whileLocked(admin, async () => {
    const answer = rename(admin)
    await endWaiting()
    await endWaiting()
    return answer
  })
  expect(refused).toMatchObject({
    status: 503,
    errors: ['Der Dienst ist vorübergehend nicht erreichbar. Bitte versuchen Sie es in Kürze erneut.']
  })
  expect((await callAs(admin, '/customer')).status).toBe(200)
  expect((await rename(admin)).code).toBe(0)
})

test('a server that has become a standby is answered 503, and no connection to it is kept', async ({
  newCompany,
  server,
  headersOf,
  rename,
  admin
}) => {
  const user = (await newCompany()).users.admin
  const headers = await headersOf(user)
  await admin('alter database $database set default_transaction_read_only = on')
  await admin(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '$database'`)
  const row = { ASP_PVAID: user.pvaid, VERSION: 1, ASP_NACHNAME: 'Neu' }
  expect((await save(server.url, headers, ['PUT', '/contact'], row)).status).toBe(503)
  expect((await call(server.url, '/customer', { headers })).status).toBe(200)
  await admin('alter database $database reset default_transaction_read_only')
  expect((await rename(user)).code).toBe(0)
})
