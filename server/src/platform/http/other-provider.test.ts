import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { endpoints } from '@customer-center/contract/endpoints'
import { everyRight } from '@customer-center/contract/rights'
import type { RouteRightsOverride } from '@customer-center/contract/routes'
import { type TestApp, startApp } from '../../../../testing/server/app.ts'
import { authorized } from '../../../../testing/server/calls.ts'
import type { TestCustomer, TestShopUser } from '../../../../testing/server/customer.ts'
import { test as serverTest } from '../../../../testing/server/fixtures.ts'
import { identifiers, parametersOf } from '../../../../testing/server/identifiers.ts'
import { changeRows } from '../../../../testing/server/rows.ts'
import { seed, seedRows } from '../../../../testing/server/seed.ts'
import type { Db } from '../database/query.ts'

// The tables come in the order of their references.
const tables = [
  'providers',
  'persons',
  'customers',
  'contacts',
  'shop_users',
  'invoice_addresses',
  'field_descriptors',
  'possible_values',
  'event_models',
  'events',
  'orders',
  'participations',
  'webinar_links',
  'evaluations',
  'documents',
  'invoices',
  'letters'
]

async function addOwn(db: Db, own: TestCustomer, server: TestApp): Promise<void> {
  const { admin, contact } = own.shopUsers
  await db.updateTable('persons').set({ last_name: 'Eigen' }).execute()
  const shelves = seed(db, server.storage)
  const { addEvent, addOrder, addParticipation, addWebinar } = shelves
  await shelves.addInvoice(own.customerId, 'Eigen-1', '2026-01-31')
  for (const event of [1, 2]) {
    await addEvent(event, '2026-01-10', { caption: `Eigen ${event}`, location: 'Eigen' })
    await shelves.addScript(event)
  }
  await db.updateTable('documents').set({ caption: 'Eigen', file_name: 'Eigen.pdf' }).execute()
  await addOrder(own, 10, '2026-01-01T10:00:00Z', 'Eigen')
  for (const user of [admin, contact]) await addParticipation(user, 1, { order_no: 10 })
  await addWebinar(own.customerId, 'Eigen')
  await addWebinar(own.customerId, 'Eigen 1', { event_id: 1, no: 1 })
  await addWebinar(own.customerId, 'Eigen 2', { event_id: 1, no: 1, contact_id: contact.contactId })
  await shelves.addLetter(13)
  await shelves.addLetter(9, { kind: 'hour-record' })
  await shelves.addModel('saal', { svg: '<svg>Eigen</svg>' })
  await shelves.addEvaluations({ caption: 'Eigen' })
  await shelves.addFields('customer', { KND_ORT: { description: 'Eigen' } })
  await shelves.addFields('contact', { ASP_ORT: { description: 'Eigen' } })
  await shelves.addChoices('KND_VERGLEICHSFELD1', [['1', 'Eigen']])
  const address = { ADR_NAME: 'Eigen', ADR_STRASSE: 'Weg 1', ADR_PLZ: '1010', ADR_ORT: 'Wien' }
  await server.mustSave(admin, ['PUT', '/address'], address)
}

/**
 * Copies all rows of provider 1 for provider 2: each word becomes another of the same length, as do the secrets of
 * documents.
 */
async function addTheirs(db: Db): Promise<void> {
  for (const table of tables) {
    const key = table === 'documents' ? sql`jsonb_build_object('lookup_key', md5(random()::text))` : sql`'{}'::jsonb`
    await sql`insert into ${sql.table(table)} select copied.* from ${sql.table(table)} t, jsonb_populate_record(
    null::${sql.table(table)},
    replace(to_jsonb(t)::text, 'Eigen', 'Fremd')::jsonb || '{"provider_id": 2}' || ${key}) copied`.execute(db)
  }
  await changeRows(db, 'customers', { provider_id: 2 }, { number: 'Z100' })
}

/** Each of the logins here adds to it. */
const ofThisLogin = new Set(['/sessions'])

/** Removes the points in time at which somebody logged in, and at which a file for calendars was made. */
function timeless(text: string): string {
  return text
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'T')
    .replaceAll(/"QkVHSU46VkNBTEVOREFS[^"]*"/g, (file) => atob(file.slice(1, -1)).replaceAll(/DTSTAMP:\w+/g, 'DTSTAMP'))
}

/** Returns the answers of every call that reads to these people. */
async function readAll(
  server: TestApp,
  own: TestCustomer,
  users: readonly TestShopUser[]
): Promise<Map<string, string>> {
  const answers = new Map<string, string>()
  for (const user of users) {
    const headers = await authorized(server.url, user)
    const values = identifiers(
      { ...own, providerId: user.providerId },
      { eventId: '1', modelId: 'saal', no: '1' },
      user
    )
    for (const { endpoint, query } of endpoints) {
      if (endpoint.method !== 'GET' || ofThisLogin.has(endpoint.path)) continue
      const names = parametersOf(query)
      const named = new URLSearchParams(names.map((name): [string, string] => [name, values[name] ?? ''])).toString()
      for (const question of new Set(['', named])) {
        const { text } = await server.call(headers, `${endpoint.path}?${question}`)
        answers.set(`${user.right} ${endpoint.path} ${question === named ? 'named' : ''}`, timeless(text))
      }
    }
  }
  return answers
}

const test = serverTest.extend('answers', { scope: 'file' }, async ({ database, own }) => {
  const { db } = database
  const routeRights: RouteRightsOverride = { 'confirmations/evaluation': [...everyRight] }
  const config = { routeRights }
  const first = await startApp(database, { config })
  await addOwn(db, own, first)
  const users = everyRight.map((right) => own.shopUsers[right])
  const before = await readAll(first, own, users)
  await addTheirs(db)
  await first.close()
  // The server is another one, because the first may keep the lists that it has given.
  const second = await startApp(database, { config })
  const others = users.map((user) => ({ ...user, providerId: 2, customerNumber: 'Z100' }))
  const theirs = await readAll(second, own, others)
  // The other provider alone has this row.
  await seedRows(db, 2).addParticipation(own.shopUsers.shoplight, 1, { participant_id: 99 })
  const after = await readAll(second, own, users)
  await second.close()
  return { before, theirs, after }
})

// Providers number customers, persons and events each for itself: every number of the one is a number of the other.
describe('what another provider has under the same numbers', () => {
  test('changes no answer by a byte', ({ answers }) => {
    expect(Object.fromEntries(answers.after)).toEqual(Object.fromEntries(answers.before))
  })

  test('is shown to its own people alone, and nothing else is', ({ answers }) => {
    for (const [name, text] of answers.theirs) {
      expect(text, name).not.toContain('Eigen')
      expect([name, text.length]).toEqual([name, answers.before.get(name)?.length])
    }
    const calls = new Set(
      [...answers.theirs].filter(([, text]) => text.includes('Fremd')).map(([name]) => name.split(' ')[1])
    )
    expect(calls.size).toBeGreaterThanOrEqual(14)
  })
})
