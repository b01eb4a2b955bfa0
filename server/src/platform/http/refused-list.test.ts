import { BusinessError } from '@customer-center/contract/envelope'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../database/connection.ts'
import { type TestApp, startApp } from '../../testing/app.ts'
import { authorized, call } from '../../testing/calls.ts'
import { addCompany, type TestCompany } from '../../testing/company.ts'
import { testDatabases } from '../../testing/test-database.ts'
import { startListApp } from '../../testing/list-app.ts'

describe.each(testDatabases())('a list that is read along with the token, on the $name database', ({ open }) => {
  let database: Database
  let server: TestApp
  let users: TestCompany['users']
  let lists: Awaited<ReturnType<typeof startListApp>>

  beforeAll(async () => {
    database = await open()
    server = await startApp(database)
    users = (await addCompany(database.db, 100)).users
    // Reading it fails, so an answer tells whether it was read.
    lists = await startListApp(database, {
      sql: 'select (1 / (caller.id - caller.id))::text',
      write: (text) => text ?? '[]'
    })
  })
  afterAll(async () => {
    await lists.close()
    await server.close()
    await database.close()
  })

  test('is read for whoever may call', async () => {
    const headers = await authorized(server.url, users.admin)
    expect((await call(lists.url, lists.path, { headers })).status).toBe(500)
  })

  test('is not read for a right that the route does not list', async () => {
    const headers = await authorized(server.url, users.contact)
    expect((await call(lists.url, lists.path, { headers })).status).toBe(403)
  })

  test('is not read before a generated password has been changed', async () => {
    const headers = await authorized(server.url, users.shopfull)
    const user = database.db.updateTable('shop_users').where('pvaid', '=', users.shopfull.pvaid)
    await user.set({ password_must_change: true, password_expires_at: new Date(Date.now() + 3_600_000) }).execute()
    const { status, envelope } = await call(lists.url, lists.path, { headers })
    expect([status, envelope.responseResult.RESTReturnCode]).toEqual([403, BusinessError.passwordMustChange])
  })
})
