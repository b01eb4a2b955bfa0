import cookie from '@fastify/cookie'
import { BusinessError } from '@customer-center/contract/envelope'
import { listInvoicesSchema } from '@customer-center/contract/invoice.schema'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import type { Database } from '../database/connection.ts'
import { identifyBySession } from '../session/identify.ts'
import { type TestApp, startApp } from '../testing/app.ts'
import { authorized, call } from '../testing/calls.ts'
import { addCompany, type TestCompany } from '../testing/company.ts'
import { testDatabases } from '../testing/fresh-database.ts'
import { guardCalls } from './access.ts'
import { answerFailures } from './failures.ts'
import { createInstance } from './instance.ts'
import { listRoute } from './route.ts'
import { timeLimits } from './time-limits.ts'
import { checkShapes } from './validation.ts'

describe.each(testDatabases())('a list that is read along with the token, on the $name database', ({ open }) => {
  let database: Database
  let server: TestApp
  let app: FastifyInstance
  let users: TestCompany['users']
  let url: string

  beforeAll(async () => {
    database = await open()
    server = await startApp(database)
    users = (await addCompany(database.db, 100)).users
    const config = readConfig({ LOG_LEVEL: 'silent' })
    app = createInstance(config, timeLimits)
    answerFailures(app)
    await app.register(cookie)
    const calls = async (api: FastifyInstance): Promise<void> => {
      guardCalls(api, config, identifyBySession(database.db, config))
      checkShapes(api)
      // Reading it fails, so an answer tells whether it was read.
      listRoute(api, listInvoicesSchema, {
        sql: 'select (1 / (caller.id - caller.id))::text',
        write: (text) => text ?? '[]'
      })
    }
    await app.register(calls, { prefix: '/api' })
    url = await app.listen({ host: '127.0.0.1', port: 0 })
  })
  afterAll(async () => {
    await app.close()
    await server.close()
    await database.close()
  })

  const { path } = listInvoicesSchema.endpoint

  test('is read for whoever may call', async () => {
    const headers = await authorized(server.url, users.admin)
    expect((await call(url, path, { headers })).status).toBe(500)
  })

  test('is not read for a right that the route does not list', async () => {
    const headers = await authorized(server.url, users.contact)
    expect((await call(url, path, { headers })).status).toBe(403)
  })

  test('is not read before a generated password has been changed', async () => {
    const headers = await authorized(server.url, users.shopfull)
    const user = database.db.updateTable('shop_users').where('pvaid', '=', users.shopfull.pvaid)
    await user.set({ password_must_change: true, password_expires_at: new Date(Date.now() + 3_600_000) }).execute()
    const { status, envelope } = await call(url, path, { headers })
    expect([status, envelope.responseResult.RESTReturnCode]).toEqual([403, BusinessError.passwordMustChange])
  })
})
