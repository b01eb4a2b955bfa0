import cookie from '@fastify/cookie'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DocumentEvent, getDocument, listEventDocuments } from '@customer-center/contract/document'
import { listEvaluationsSchema } from '@customer-center/contract/evaluation'
import { type Invoice, listInvoices } from '@customer-center/contract/invoice'
import { everyRight, type RightName } from '@customer-center/contract/rights'
import type { RouteRightsOverride } from '@customer-center/contract/routes'
import { type TestApp, startApp } from '../../../../testing/server/app.ts'
import { authorized, call } from '../../../../testing/server/calls.ts'
import { addCustomer, type TestCustomer } from '../../../../testing/server/customer.ts'
import { openInMemory } from '../../../../testing/server/pooled-pglite.ts'
import { seed } from '../../../../testing/server/seed.ts'
import { authenticateBySession } from '../../account/session/caller.repository.ts'
import { readConfig } from '../config/config.ts'
import type { Database } from '../database/connection.ts'
import { registerAdmission } from './admission.ts'
import { registerAuth } from './auth.ts'
import { createFastify } from './create-fastify.ts'
import { registerErrorHandler } from './error-handler.ts'
import { route } from './route.ts'
import { registerSecurityEvents } from './security-event.ts'
import { timeLimits } from './time-limits.ts'
import { registerZodValidation } from './validation.ts'

let database: Database
let server: TestApp
let users: TestCustomer['shopUsers']
const headersOf = {} as Record<RightName, Record<string, string>>

beforeAll(async () => {
  database = await openInMemory()
  server = await startApp(database)
  users = (await addCustomer(database.db, 100)).shopUsers
  for (const right of everyRight) headersOf[right] = await authorized(server.url, users[right])
})
afterAll(async () => {
  await server.close()
  await database.close()
})

/** A server of one call, whose access is that of a route. */
async function withCall(
  routeRights: RouteRightsOverride,
  handler: () => Promise<[]>,
  visit: (url: string) => Promise<void>
): Promise<void> {
  const config = readConfig({ LOG_LEVEL: 'silent', ROUTE_RIGHTS: JSON.stringify(routeRights) })
  const app = createFastify(config, timeLimits)
  registerErrorHandler(app)
  registerAdmission(app, config)
  await registerSecurityEvents(app, database.db)
  await app.register(cookie)
  const calls = async (api: FastifyInstance): Promise<void> => {
    registerAuth(api, config, authenticateBySession(database.db, config))
    registerZodValidation(api)
    route(api, listEvaluationsSchema, handler)
  }
  await app.register(calls, { prefix: '/api' })
  try {
    await visit(await app.listen({ host: '127.0.0.1', port: 0 }))
  } finally {
    await app.close()
  }
}

const { path } = listEvaluationsSchema.endpoint

test.each([
  ['closed to all as the access table says', {}, []],
  ['open to whom the provider lists', { 'confirmations/evaluation': ['admin', 'contact'] }, ['admin', 'contact']],
  ['closed again by an empty list', { 'confirmations/evaluation': [] }, []],
  ['not opened by the route above it', { confirmations: ['admin'] }, []]
] as [string, RouteRightsOverride, RightName[]][])('a call of a route is %s', async (_, routeRights, allowed) => {
  let handled = 0
  const handler = async (): Promise<[]> => {
    handled += 1
    return []
  }
  await withCall(routeRights, handler, async (url) => {
    for (const right of everyRight) {
      const { status } = await call(url, path, { headers: headersOf[right] })
      expect([right, status]).toEqual([right, allowed.includes(right) ? 200 : 403])
    }
    expect((await call(url, path)).status).toBe(401)
    expect(handled).toBe(allowed.length)
  })
})

test('an error of our own without a code is a bug that is answered in the envelope, under a number', async () => {
  const broken = () => Promise.reject(new Error('secret words'))
  await withCall({ 'confirmations/evaluation': ['admin'] }, broken, async (url) => {
    const { status, text, envelope } = await call(url, path, { headers: headersOf.admin })
    expect([status, envelope.responseResult.Errors[0]]).toEqual([500, expect.stringMatching(/Nummer \d{10}\.$/)])
    expect(text).not.toContain('secret')
  })
})

describe("a provider's table", () => {
  let given: TestApp
  const keys = { script: '', invoice: '' }

  beforeAll(async () => {
    const routeRights: RouteRightsOverride = { invoices: ['admin', 'contact'], scripts: ['admin', 'shopfull'] }
    given = await startApp(database, { config: { routeRights } })
    const shelves = seed(database.db, given.storage)
    await shelves.addEvent(1, '2026-01-01')
    await shelves.addScript(1)
    await shelves.addInvoice(100, 'R-1', '2026-01-31')
    for (const right of everyRight) await shelves.addParticipation(users[right], 1)
    const headers = headersOf.admin
    const events = await call<DocumentEvent[]>(given.url, listEventDocuments.path, { headers })
    const invoices = await call<Invoice[]>(given.url, listInvoices.path, { headers })
    keys.script = events.envelope.responseData[0]?.scripts[0]?.documentHash ?? ''
    keys.invoice = invoices.envelope.responseData[0]?.documentHash ?? ''
  })
  afterAll(() => given.close())

  test.each([
    ['invoice', listInvoices.path, ['admin', 'contact']],
    ['script', listEventDocuments.path, ['admin', 'shopfull']]
  ] as ['invoice' | 'script', string, RightName[]][])(
    'opens and closes the list of each %s and the file behind it together',
    async (kind, list, allowed) => {
      for (const right of everyRight) {
        const headers = headersOf[right]
        const open = allowed.includes(right)
        expect([right, (await call(given.url, list, { headers })).status]).toEqual([right, open ? 200 : 403])
        const file = await call(given.url, `${getDocument.path}?documentKey=${keys[kind]}`, { headers })
        expect([right, file.status]).toEqual([right, open ? 200 : 404])
      }
    }
  )
})
