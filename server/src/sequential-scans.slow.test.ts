import { sql } from 'kysely'
import type { PoolClient } from 'pg'
import { expect } from 'vitest'
import { commandContext } from '../../testing/server/command-context.ts'
import { test as serverTest } from '../../testing/server/fixtures.ts'
import { identifiers } from '../../testing/server/identifiers.ts'
import { importer } from '../../testing/server/imports.ts'
import { callsOfPrograms } from '../../testing/server/program-calls.ts'
import { addProviderKey } from '../../testing/server/provider-keys.ts'
import { requestsOfAllCalls } from '../../testing/server/random-calls.ts'
import { openSession } from '../../testing/server/sessions.ts'
import { flushStatistics } from '../../testing/server/test-database.ts'
import { removeExpired } from './features.ts'
import { sendResetCommand } from './people/shop-user/shop-user.command.ts'
import { type Config, readConfig } from './platform/config/config.ts'
import type { Database } from './platform/database/connection.ts'
import { keyScopes } from './provider-api/provider-key/provider-key.ts'

/** Rows of each large table, of many customers. */
const count = 4000
const rows = <Row>(row: (n: number) => Row): Row[] => Array.from({ length: count }, (_, n) => row(n))
/** Calls of each endpoint: a statement may depend on the fields of a request. */
const callsOfEach = 12

interface Plan {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly Plans?: readonly Plan[]
}

const scanned = ({ Plans = [], ...plan }: Plan): string[] => [
  ...(plan['Node Type'] === 'Seq Scan' && plan['Relation Name'] ? [plan['Relation Name']] : []),
  ...Plans.flatMap(scanned)
]

/** Explains each statement that a connection has prepared, whatever its values: null stands for all of them. */
async function explainPrepared(client: PoolClient): Promise<Map<string, string[]>> {
  const { rows: known } = await client.query<{ name: string; statement: string; parameters: number }>(
    'select name, statement, cardinality(parameter_types) as parameters from pg_prepared_statements'
  )
  await client.query('set plan_cache_mode = force_generic_plan')
  const found = new Map<string, string[]>()
  for (const { name, statement, parameters } of known) {
    const values = parameters === 0 ? '' : `(${Array(parameters).fill('null').join(', ')})`
    const { rows: plans } = await client.query<{ 'QUERY PLAN': readonly [{ readonly Plan: Plan }] }>(
      `explain (format json) execute "${name}"${values}`
    )
    found.set(
      statement,
      plans.flatMap((row) => row['QUERY PLAN']).flatMap(({ Plan: plan }) => scanned(plan))
    )
  }
  await client.query('reset plan_cache_mode')
  return found
}

const routeRights: Config['routeRights'] = { 'confirmations/evaluation': ['admin'] }
const overrides = {
  config: { development: true, logLevel: 'error', publicUrl: 'https://center.example', routeRights }
} as const

const test = serverTest
  .extend('overrides', { scope: 'file' }, overrides)
  .extend('filled', { scope: 'file', auto: true }, async ({ db, database, own }) => {
    const run = importer(db, own.providerId)
    const customer = (n: number) => `C-${n % 400}`
    await run(
      'customers',
      rows((n) => ({ externalId: `C-${n}`, lastName: 'Viel GmbH' }))
    )
    await run(
      'contacts',
      rows((n) => ({ externalId: `P-${n}`, customer: customer(n), lastName: 'Viel' }))
    )
    await run(
      'shop-users',
      rows((n) => ({ contact: `P-${n}`, emailAddress: `p${n}@viel.example`, rights: 2 }))
    )
    await run(
      'invoice-addresses',
      rows((n) => ({
        externalId: `A-${n}`,
        customer: customer(n),
        name: 'Viel',
        street: 'Ring 1',
        plz: '1010',
        place: 'Wien'
      }))
    )
    await run(
      'events',
      rows((n) => ({ externalId: `E-${n}`, caption: 'Viel', fromDate: '2026-01-01', toDate: '2026-01-02' }))
    )
    await run(
      'event-dates',
      rows((n) => ({ event: `E-${n}`, dayNo: 1, date: '2026-01-01', starts: '09:00', ends: '17:00', hours: 7 }))
    )
    await run(
      'orders',
      rows((n) => ({
        externalId: `O-${n}`,
        customer: customer(n),
        registeredAt: '2026-01-01 09:00:00',
        orderedFrom: 'Viel'
      }))
    )
    await run(
      'participations',
      rows((n) => ({ externalId: `T-${n}`, contact: `P-${n}`, event: `E-${n}`, order: `O-${n}` }))
    )
    await run(
      'invoices',
      rows((n) => ({ externalId: `I-${n}`, customer: customer(n), no: `R-${n}`, date: '2026-01-01' }))
    )
    await run(
      'webinar-links',
      rows((n) => ({ externalId: `W-${n}`, customer: customer(n), caption: 'Viel', link: 'https://webinar.example/1' }))
    )
    const people = sql`(select provider_id, customer_id, contact_id, row_number() over () as n from shop_users) people`
    for (const fill of [
      sql`insert into audit_entries (provider_id, customer_id, actor_contact_id, action, resource, key, changes) select provider_id, customer_id, contact_id, 'update', 'contact', '{}', '{}' from ${people}`,
      sql`insert into sessions (token_hash, kind, family, provider_id, customer_id, contact_id, expires_at) select sha256(n::text::bytea), 'access', gen_random_uuid(), provider_id, customer_id, contact_id, now() + interval '1 hour' from ${people}`,
      sql`insert into logins (provider_id, contact_id, way) select provider_id, contact_id, 'password' from ${people}`,
      sql`insert into login_attempts (account, address, succeeded) select n::text, '192.0.2.1', false from ${people}`,
      sql`insert into login_marks (provider_id, contact_id, mark_hash) select provider_id, contact_id, sha256(n::text::bytea) from ${people}`,
      sql`insert into visits (provider_id, contact_id) select provider_id, contact_id from ${people}`,
      sql`insert into contact_access (provider_id, contact_id) select provider_id, contact_id from ${people} on conflict do nothing`,
      sql`insert into idempotency_keys (provider_id, customer_id, contact_id, key, request_hash) select provider_id, customer_id, contact_id, n::text, '' from ${people}`,
      sql`insert into jobs (id, kind, data, due_at) select gen_random_uuid(), 'none', jsonb_build_object('providerId', provider_id, 'contactId', contact_id), now() from ${people}`,
      sql`insert into server_functions (job_id, provider_id, customer_id, contact_id, name, parameter, request_hash, letter_number) select gen_random_uuid(), provider_id, customer_id, contact_id, 'none', n::text, n::text, n::text from ${people}`,
      sql`insert into passkeys (provider_id, contact_id, credential_id, public_key, counter, transports, name) select provider_id, contact_id, n::text, '', 0, '{}', 'x' from ${people}`
    ])
      await fill.execute(db)
    await database.pool.query('vacuum analyze')
    // Connections tell late what they have read: what they did until now does not count.
    await readAsAWhole(database)
  })

/** Reads the names of large tables that were read as a whole since the last time, by the connections of a pool. */
async function readAsAWhole(database: Database): Promise<string[]> {
  await flushStatistics(database)
  const { rows: found } = await database.pool.query<{ name: string }>(
    `select c.relname as name from pg_stat_user_tables s join pg_class c on c.oid = s.relid
     where seq_scan > 0 and reltuples >= $1 order by 1`,
    [count]
  )
  await database.pool.query('select pg_stat_reset()')
  return found.map(({ name }) => name)
}

/**
 * Expects that neither what was done since the last look nor any plan of a prepared statement reads all of a large
 * table.
 */
async function expectNoneReadsAll(database: Database): Promise<void> {
  expect(await readAsAWhole(database)).toEqual([])
  const clients = await Promise.all(Array.from({ length: 5 }, () => database.pool.connect()))
  const plans = new Map<string, string[]>()
  for (const client of clients) {
    for (const [statement, tables] of await explainPrepared(client)) plans.set(statement, tables)
    client.release()
  }
  expect(plans.size).toBeGreaterThan(20)
  const { rows: large } = await database.pool.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and reltuples >= $1`,
    [count]
  )
  const names = new Set(large.map(({ name }) => name))
  const reading = [...plans].filter(([, tables]) => tables.some((table) => names.has(table)))
  expect(reading.map(([statement]) => statement)).toEqual([])
}

test('no call reads all of a large table', async ({ db, database, own, server }) => {
  const event = { eventId: '1', no: '1', participantId: '1' }
  const good = identifiers(own, { ASP_PVAID: String(own.shopUsers.contact.contactId), ...event })
  const statuses = new Map<string, Set<number>>()
  for (const { method, path, url, headers: sent, payload } of requestsOfAllCalls(good, callsOfEach)) {
    const headers = { authorization: await openSession(db, own.shopUsers.admin), ...sent }
    const { statusCode } = await server.app.inject({ method, url, headers, payload })
    statuses.set(path, (statuses.get(path) ?? new Set()).add(statusCode))
  }
  // Calls that end before they have read anything guard nothing.
  expect([...statuses.values()].filter((all) => all.has(200)).length).toBeGreaterThan(40)
  await expectNoneReadsAll(database)
})

test('no call of a program but the list of people reads a whole table', async ({ db, database, own, server }) => {
  await readAsAWhole(database)
  const { key } = await addProviderKey(db, { scopes: keyScopes })
  const statuses = new Set<string>()
  for (const { method, path, type, body } of callsOfPrograms(own, 1)) {
    const headers = { authorization: `Bearer ${key}`, ...(type !== undefined && { 'content-type': type }) }
    const request = { method, url: `/provider/v1${path}`, headers, ...(body !== undefined && { payload: body }) }
    const { statusCode } = await server.app.inject(request)
    if (statusCode < 300) statuses.add(`${method} ${path.split(/[/?]/)[1]}`)
  }
  expect(statuses.size).toBeGreaterThan(40)
  await expectNoneReadsAll(database)
})

test('a mail that waits for a turn of its address is found without the other jobs', async ({ db, database, own }) => {
  await readAsAWhole(database)
  const { providerId, contactId } = own.shopUsers.contact
  const context = { ...commandContext, config: { ...commandContext.config, publicUrl: 'https://center.example' } }
  for (let turn = 0; turn < 6; turn += 1)
    await sendResetCommand.run(db, { name: `${providerId}/${contactId}`, providerId: null }, context)
  expect(await readAsAWhole(database)).toEqual([])
  const { rows: waiting } = await sql`
    select from jobs where kind = 'password-reset-mail' and due_at > now() + interval '1 minute'`.execute(db)
  expect(waiting).toHaveLength(1)
})

test('clean-ups find old rows without the others', async ({ db, database }) => {
  await readAsAWhole(database)
  await removeExpired({ db, config: readConfig({}) })
  expect(await readAsAWhole(database)).toEqual([])
})

test('a statement without an index is seen', async ({ db, database }) => {
  await readAsAWhole(database)
  await sql`select from contacts where display_email = ${'nobody'}`.execute(db)
  expect(await readAsAWhole(database)).toEqual(['contacts'])
})
