import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DocumentEvent } from '@customer-center/contract/document'
import { type Endpoint, onlyReads } from '@customer-center/contract/endpoint'
import { endpoints } from '@customer-center/contract/endpoints'
import type { Invoice } from '@customer-center/contract/invoice'
import { everyRight, type RightName } from '@customer-center/contract/rights'
import { mayOpen } from '@customer-center/contract/routes'
import { type TestApp, startApp } from '../../../../testing/server/app.ts'
import { authorized, call, getToken, loginForm } from '../../../../testing/server/calls.ts'
import { addCustomer, type TestCustomer } from '../../../../testing/server/customer.ts'
import { identifiers, type Identifiers, nothing, parametersOf } from '../../../../testing/server/identifiers.ts'
import { openInMemory } from '../../../../testing/server/pooled-pglite.ts'
import { changeRows } from '../../../../testing/server/rows.ts'
import { save } from '../../../../testing/server/saves.ts'
import { seed } from '../../../../testing/server/seed.ts'
import type { Database } from '../database/connection.ts'

let database: Database
let server: TestApp
let own: TestCustomer
let colleague: TestCustomer
let elsewhere: TestCustomer
let foreign: Record<string, Identifiers>
const headersOf = {} as Record<RightName, Record<string, string>>

beforeAll(async () => {
  database = await openInMemory()
  server = await startApp(database, { config: { development: true, publicUrl: 'https://center.example' } })
  const { db } = database
  own = await addCustomer(db, 100)
  colleague = await addCustomer(db, 200)
  elsewhere = await addCustomer(db, 300, 2)
  const [ours, theirs] = [seed(db, server.storage), seed(db, server.storage, 2)]
  for (const [index, shelves] of [ours, theirs].entries()) {
    await shelves.addLetter(index + 1)
    await shelves.addModel(`saal-${index + 1}`)
  }
  const keys = []
  for (const [index, company] of [own, colleague, elsewhere].entries()) {
    const shelves = company === elsewhere ? theirs : ours
    const eventId = index + 1
    await shelves.addEvent(eventId, '2020-01-01')
    await shelves.addScript(eventId)
    await shelves.addInvoice(company.customerId, `R-${index}`, '2026-01-31')
    await shelves.addParticipation(company.shopUsers.admin, eventId)
    await shelves.addParticipation(company.shopUsers.shoplight, eventId)
    await shelves.addWebinar(company.customerId, 'Raum')
    const headers = await addAddress(company)
    const events = await call<DocumentEvent[]>(server.url, '/eventmanager/documentsbysubscriber', { headers })
    const invoices = await call<Invoice[]>(server.url, '/eventmanager/invoicebysubscriber', { headers })
    keys.push(events.envelope.responseData[0]?.scripts[0]?.documentHash ?? '')
    keys.push(invoices.envelope.responseData[0]?.documentHash ?? '')
  }
  const [, , script = '', invoice = '', documentKey = ''] = keys
  const things = { eventId: '2', modelId: 'saal-1', no: '1' }
  const { admin } = colleague.shopUsers
  foreign = {
    "another customer's, with a script": identifiers(colleague, { ...things, documentKey: script }, admin),
    "another customer's, with an invoice": identifiers(colleague, { ...things, documentKey: invoice }),
    "another provider's": identifiers(
      elsewhere,
      { eventId: '3', modelId: 'saal-2', no: '1', documentKey },
      elsewhere.shopUsers.admin
    )
  }
  for (const right of everyRight) headersOf[right] = await authorized(server.url, own.shopUsers[right])
})
afterAll(async () => {
  await server.close()
  await database.close()
})

async function addAddress({ shopUsers: { admin } }: TestCustomer): Promise<Record<string, string>> {
  const headers = await authorized(server.url, admin)
  const address = { ADR_NAME: 'Huber', ADR_STRASSE: 'Weg 1', ADR_PLZ: '1010', ADR_ORT: 'Wien' }
  expect((await save(server.url, headers, ['PUT', '/address'], address)).code).toBe(0)
  return headers
}

/**
 * Returns the routes that the server has today, so that a call that is registered later is tested from its first day.
 */
function registered() {
  return endpoints.filter(({ endpoint: { method, path } }) => server.app.hasRoute({ method, url: `/api${path}` }))
}

const guarded = () => registered().filter(({ endpoint }) => endpoint.access !== 'public')

function allows({ access }: Pick<Endpoint<never, never, never>, 'access'>, right: RightName): boolean {
  if (access === 'public') return true
  return 'route' in access ? mayOpen(access.route, right) : access.includes(right)
}

test('every call that the server answers is one of the contract', async () => {
  const { paths } = (await (await fetch(`${server.url}/api/openapi.json`)).json()) as { paths: Record<string, object> }
  const served = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`)
  )
  const known = registered().map(({ endpoint: { method, path } }) => `${method} /api${path}`)
  expect(served.toSorted()).toEqual(known.toSorted())
})

/** Rows of each table, as one hash; of a session only that it is there, since each call notes its use. */
async function rowsByTable() {
  const { rows } = await sql<{ table: string; rows: string }>`
    select relname as table, query_to_xml(format(
      case relname when 'sessions' then 'select count(*) from %I'
      else 'select md5(string_agg(t::text, '','' order by t::text)) as rows from %I t' end, relname), true, true, '')::text as rows
    from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by relname`.execute(database.db)
  return Object.fromEntries(rows.map((row) => [row.table, row.rows]))
}

test('a call that only reads changes no row, and the overview notes the visit', async () => {
  const ours = identifiers(own, { eventId: '1', modelId: 'saal-1', no: '1' }, own.shopUsers.admin)
  const read = async (isRead: boolean) => {
    for (const schema of guarded().filter(
      ({ endpoint }) => endpoint.method === 'GET' && onlyReads(endpoint) === isRead
    )) {
      const keys = parametersOf(schema.query).map((name) => [name, ours[name] ?? ''])
      const query = new URLSearchParams(Object.fromEntries(keys) as Record<string, string>)
      const { path } = schema.endpoint
      expect(
        (await call(server.url, `${path}?${query.toString()}`, { headers: headersOf.admin })).status,
        path
      ).toBeLessThan(500)
    }
  }
  const before = await rowsByTable()
  expect(Object.keys(before)).toContain('visits')
  await read(true)
  expect(await rowsByTable()).toEqual(before)
  await read(false)
  expect((await rowsByTable())['visits']).not.toBe(before['visits'])
})

describe('who may call', () => {
  test.each(everyRight)('%s gets 403 at exactly the calls that the contract keeps from it', async (right) => {
    for (const { endpoint } of guarded()) {
      const { method, path } = endpoint
      // revokeToken ends the session that the other calls need.
      const headers = path === '/revokeToken' ? await authorized(server.url, own.shopUsers[right]) : headersOf[right]
      const { status } = await call(server.url, path, { method, headers })
      expect(status === 403, `${method} ${path}: ${status}`).toBe(!allows(endpoint, right))
      // A person who may call is known, and told what is missing if something is.
      expect([200, 201, 400, 403, 404, 409, 422], `${method} ${path}`).toContain(status)
      if (method !== 'GET') continue
      const head = await fetch(`${server.url}/api${path}`, { method: 'HEAD', headers })
      expect(head.status, `HEAD ${path}`).toBe(status)
    }
  })

  test('without a living session every call that is not public gives 401, the same to all', async () => {
    const texts = new Set<string>()
    for (const { endpoint } of guarded()) {
      const { method, path } = endpoint
      for (const authorization of ['', 'none', `Bearer ${'A'.repeat(43)}`]) {
        const answer = await call(server.url, path, { method, headers: { authorization } })
        expect(answer.status, `${method} ${path}`).toBe(401)
        texts.add(answer.text)
      }
    }
    expect(texts.size).toBe(1)
  })

  test('who has the right none cannot log in, learns nothing of it, and loses a session that was begun before', async () => {
    const { contact, none } = (await addCustomer(database.db, 400)).shopUsers
    const headers = await authorized(server.url, contact)
    const refused = await getToken(server.url, loginForm(none))
    const wrong = await getToken(server.url, loginForm(contact, 'Falsch-4711'))
    expect([refused.status, refused.text]).toEqual([401, wrong.text])
    await changeRows(database.db, 'shop_users', { contact_id: contact.contactId }, { rights: 0 })
    for (const { endpoint } of guarded()) {
      const { method, path } = endpoint
      expect((await call(server.url, path, { method, headers })).status, path).toBe(401)
    }
  })
})

describe('what is another company’s', () => {
  async function ask(path: string, by: RightName | Record<string, string>, query: Record<string, string>) {
    const url = `${path}?${new URLSearchParams(query).toString()}`
    const sent = typeof by === 'string' ? headersOf[by] : by
    const { status, headers, text } = await call(server.url, url, { headers: sent })
    const volatile = new Set(['date', 'set-cookie'])
    return { status, headers: [...headers].filter(([name]) => !volatile.has(name)), text }
  }

  /**
   * Returns queries with each parameter foreign alone, the others as the caller's own or left out, and with all of them
   * foreign.
   */
  function questions(names: readonly string[], ours: Identifiers, theirs: Identifiers): Record<string, string>[] {
    const pick = (from: Identifiers, keys: readonly string[]) =>
      Object.fromEntries(keys.map((key) => [key, from[key] ?? '']))
    const alone = names.map((name) => pick(theirs, [name]))
    return [...alone, ...alone.map((one) => ({ ...pick(ours, names), ...one })), pick(theirs, names)]
  }

  test.each(everyRight)('is to %s as if it did not exist, whatever parameter names it', async (right) => {
    const ours = identifiers(own, { eventId: '1', modelId: 'saal-1', no: '1' }, own.shopUsers[right])
    for (const { endpoint, query } of guarded()) {
      const names = parametersOf(query)
      if (endpoint.method !== 'GET' || names.length === 0) continue
      const missing = []
      for (const question of questions(names, ours, nothing)) missing.push(await ask(endpoint.path, right, question))
      for (const [whose, theirs] of Object.entries(foreign)) {
        for (const [index, question] of questions(names, ours, theirs).entries()) {
          // Two customers of one provider share its company number: that alone names nothing foreign.
          if (Object.entries(question).every(([name, value]) => value === ours[name])) continue
          const answer = await ask(endpoint.path, right, question)
          expect(answer, `${whose} at ${endpoint.path}: ${JSON.stringify(question)}`).toEqual(missing[index])
          expect(answer.status).not.toBe(500)
        }
      }
    }
  })

  test('is there for that company', async () => {
    for (const [index, { shopUsers }] of [colleague, elsewhere].entries()) {
      const headers = await authorized(server.url, shopUsers.admin)
      const theirs = Object.values(foreign)[2 * index] ?? nothing
      const shown = []
      for (const { endpoint, query } of guarded()) {
        const names = parametersOf(query)
        if (endpoint.method !== 'GET' || names.length === 0) continue
        const [question = {}, missing = {}] = [theirs, nothing].map((from) => questions(names, from, from).at(-1))
        const answers = [await ask(endpoint.path, headers, question), await ask(endpoint.path, headers, missing)]
        if (answers[0]?.text !== answers[1]?.text) shown.push(endpoint.path)
      }
      expect(shown.toSorted()).toEqual([
        '/address',
        '/calendar/event',
        '/contact',
        '/contactaccess',
        '/dms/getdoc',
        '/eventmanager/eventsbyparticipant',
        '/eventmanager/eventsbysubscriber',
        '/eventmanager/letterparticipation',
        '/eventmanager/lettersbyevent',
        '/eventmanager/webinarlink',
        '/eventmodel'
      ])
    }
  })

  test('is compared with what the caller’s company may open', async () => {
    const headers = headersOf.admin
    const events = await call<DocumentEvent[]>(server.url, '/eventmanager/documentsbysubscriber', { headers })
    const key = events.envelope.responseData[0]?.scripts[0]?.documentHash ?? ''
    expect((await ask('/dms/getdoc', 'admin', { documentKey: key })).status).toBe(200)
    expect((await ask('/dms/getdoc', 'shoplight', { documentKey: key })).status).toBe(200)
    expect((await ask('/dms/getdoc', 'contact', { documentKey: key })).status).toBe(404)
    for (const [path, query] of [
      ['/eventmodel', { modelId: 'saal-1', eventId: '1' }],
      ['/eventmanager/letterparticipation', { eventId: '1' }],
      ['/eventmanager/eventsbyparticipant', { contactId: String(own.shopUsers.admin.personId) }]
    ] as const) {
      const mine = (await ask(path, 'admin', query)).text
      expect(mine, path).toMatch(/svg|"letterNo":1|"VER_ID":1/)
      expect((await ask(path, 'contact', query)).text, path).not.toBe(mine)
    }
  })
})
