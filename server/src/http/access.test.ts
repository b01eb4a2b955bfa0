import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '@customer-center/contract/endpoints'
import { everyRight } from '@customer-center/contract/rights'
import { mayOpen } from '@customer-center/contract/routes'
import type { Database } from '../database/connection.ts'
import { type TestApp, startApp } from '../testing/app.ts'
import { authorized, call } from '../testing/calls.ts'
import { addCompany, type TestCompany } from '../testing/company.ts'
import { openInMemory } from '../testing/fresh-database.ts'

let database: Database
let server: TestApp
let company: TestCompany

beforeAll(async () => {
  database = await openInMemory()
  server = await startApp(database, { config: { development: true } })
  company = await addCompany(database.db, 100)
})
afterAll(async () => {
  await server.close()
  await database.close()
})

const registered = () =>
  endpoints
    .map(({ endpoint }) => endpoint)
    .filter(({ method, path }) => server.app.hasRoute({ method, url: `/api${path}` }))

describe('who may call', () => {
  test.each(everyRight)('%s gets 403 at exactly the calls that the contract keeps from it', async (right) => {
    for (const { method, path, access } of registered()) {
      if (access === 'public') continue
      const headers = await authorized(server.url, company.users[right])
      const { status } = await call(server.url, path, { method, headers })
      const allowed = 'route' in access ? mayOpen(access.route, right) : access.includes(right)
      expect(status === 403, `${method} ${path}: ${status}`).toBe(!allowed)
    }
  })

  test('without a session every call that is not public gives 401', async () => {
    for (const { method, path, access } of registered()) {
      if (access !== 'public') expect((await call(server.url, path, { method })).status, path).toBe(401)
    }
  })
})
