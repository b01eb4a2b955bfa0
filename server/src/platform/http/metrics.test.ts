// On both databases: each is away in its own way.

import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { describe, expect, vi } from 'vitest'
import { startApp } from '../../../../testing/server/app.ts'
import { call } from '../../../../testing/server/calls.ts'
import { test as importTest, ndjson } from '../../../../testing/server/import-fixtures.ts'
import { readMetrics } from '../../../../testing/server/metrics.ts'
import { addProviderKey } from '../../../../testing/server/provider-keys.ts'
import { openTestDatabase } from '../../../../testing/server/test-database.ts'
import { jobName, queueJob } from '../queue/job.ts'

const test = importTest

const requests = (route: string, status: number, method = 'GET') =>
  `http_request_duration_seconds_count{method="${method}",route="${route}",status="${status}"}`

describe('who may read the metrics', () => {
  test('is without a token a program of this machine alone', async ({ startServer, server }) => {
    expect((await readMetrics(server.url)).status).toBe(200)
    for (const name of ['X-Forwarded-For', 'X-Forwarded-Host', 'X-Real-IP', 'Forwarded', 'Via'])
      expect([name, (await readMetrics(server.url, { [name]: '127.0.0.1' })).status]).toEqual([name, 401])
    const status = await new Promise((resolve) => {
      request(`${server.url}/metrics`, { headers: { host: 'center.example' } }, (answer) => {
        resolve(answer.resume().statusCode)
      }).end()
    })
    expect(status).toBe(401)
    const proxied = await startServer({ config: { trustProxy: ['127.0.0.1'] } })
    expect((await readMetrics(proxied.url)).status).toBe(401)
  })

  test('is with a token whoever has it, from anywhere', async ({ startServer }) => {
    const metricsToken = 'canary-of-the-scraper'
    const server = await startServer({ config: { metricsToken, trustProxy: ['127.0.0.1'] } })
    const statusOf = async (authorization?: string) =>
      (await readMetrics(server.url, { 'x-forwarded-for': '10.0.0.9', ...(authorization && { authorization }) })).status
    expect(await statusOf(`Bearer ${metricsToken}`)).toBe(200)
    for (const wrong of [undefined, metricsToken, 'Bearer canary', `Bearer ${metricsToken}x`, 'Bearer '])
      expect(await statusOf(wrong)).toBe(401)
  })
})

test('requests count by their route, and nobody makes up a label', async ({ server, own, ask, db }) => {
  const { admin } = own.shopUsers
  const headers = await server.headersOf(admin)
  const before = await readMetrics(server.url)
  const rise = async (name: string) => (await readMetrics(server.url)).valueOf(name)! - (before.valueOf(name) ?? 0)
  for (let turn = 0; turn < 3; turn += 1) await server.call(headers, '/customer')
  await call(server.url, '/customer')
  for (const path of ['/api/canary', '/canary-page', '/api/%canary', '/canary?canary=1', '/shops/canary/api/customer'])
    await fetch(server.url + path, { headers: { ...headers, 'x-canary': 'canary' } })
  await fetch(`${server.url}/canary`, { method: 'PROPFIND' })
  await fetch(`${server.url}/provider/v1/customers/canary%22%7D%0Acustomer_center_canary`, { headers })
  const key = await addProviderKey(db, { providerId: own.providerId, name: 'canary', scopes: ['write'] })
  await ask('/imports/customers', {
    method: 'POST',
    key: key.key,
    body: ndjson({ externalId: 'canary' }, { externalId: 'canary-2', lastName: 'Canary' })
  })

  await server.storage.put('canary/file', Buffer.from('canary'))
  await expect(server.storage.getStream('canary/no-file')).rejects.toThrow('there is no such file')

  const { text, valueOf } = await readMetrics(server.url)
  for (const secret of ['canary', '@', admin.userName, headers['authorization'] ?? '', key.key])
    expect(text.toLowerCase()).not.toContain(secret.toLowerCase())
  expect(await rise(requests('/api/customer', 200))).toBe(3)
  expect(await rise(requests('/api/customer', 401))).toBe(1)
  expect(await rise('refusals_total{refusal="notLoggedIn"}')).toBe(1)
  expect(await rise('storage_duration_seconds_count{operation="put",outcome="done"}')).toBe(1)
  expect(await rise('storage_duration_seconds_count{operation="get",outcome="missing"}')).toBe(1)
  expect(valueOf(requests('unknown', 404, 'any'))).toBeGreaterThan(0)
  expect(await rise('shared_import_rows{outcome="created"}')).toBe(0)
})

test('a request is measured from its arrival on, also while it waits for its turn', async ({
  hold,
  own,
  startServer
}) => {
  const server = await startServer({ config: { databasePool: 1 } })
  const headers = await server.headersOf(own.shopUsers.admin)
  const ask = () => server.call(headers, '/customer')
  const sum = 'http_request_duration_seconds_sum{method="GET",route="/api/customer",status="200"}'
  const read = () => readMetrics(server.url)
  expect((await ask()).status).toBe(200)
  const before = (await read()).valueOf(sum) ?? 0
  const letGo = await hold('sessions')
  const asked = [ask(), ask()]
  const waits = async () => expect((await read()).valueOf('requests_waiting')).toBe(1)
  await vi.waitFor(waits, { timeout: 60_000 })
  const begun = performance.now()
  // The line refuses a call after three seconds.
  for (let turn = 0; turn < 5; turn += 1) await waits()
  const bothWaited = (2 * (performance.now() - begun)) / 1000
  await letGo()
  for (const answer of asked) expect((await answer).status).toBe(200)
  expect(((await read()).valueOf(sum) ?? 0) - before).toBeGreaterThan(bothWaited)
})

test('what comes from the database is the same in all processes, and marked so', async ({ database, db, ask, own }) => {
  const key = await addProviderKey(db, { providerId: own.providerId, name: 'erp', scopes: ['write'] })
  await ask('/imports/customers', {
    method: 'POST',
    key: key.key,
    body: ndjson({ externalId: 'C-1', lastName: 'Bau' }, { externalId: 'C-2' })
  })
  await queueJob(db, jobName('new-browser-mail'), {}, { startAfter: new Date(Date.now() - 60_000) })
  await queueJob(db, jobName('new-browser-mail'), {}, { startAfter: new Date(Date.now() + 60_000) })
  // The second one waits for other files of its folder.
  for (const share of [0.5, 1])
    await db
      .insertInto('import_runs')
      .values({
        provider_id: own.providerId,
        run_id: randomUUID(),
        resource: 'customers',
        mode: 'upsert',
        dry_run: false,
        format: 'ndjson',
        share,
        committed_at: new Date(Date.now() - 600_000)
      })
      .execute()
  const servers = [await startApp(database), await startApp(database)]
  const [one, other] = await Promise.all(servers.map(async ({ url }) => readMetrics(url)))
  const ofKind = '{kind="new-browser-mail",group="mail"'
  for (const { valueOf } of [one!, other!]) {
    expect(valueOf(`shared_jobs${ofKind},state="waiting"}`)).toBe(2)
    expect(valueOf(`shared_job_lateness_seconds${ofKind}}`)).toBeGreaterThan(59)
    expect(valueOf('shared_import_rows{outcome="created"}')).toBeGreaterThan(0)
    expect(valueOf('shared_import_rows{outcome="refused"}')).toBeGreaterThan(0)
    expect(valueOf('shared_imports{state="running"}')).toBe(1)
    expect(valueOf('shared_imports{state="stopped"}')).toBe(1)
    expect(valueOf('shared_provider_key_end_timestamp_seconds')).toBeGreaterThan(Date.now() / 1000)
    expect(valueOf('shared_outgoing_on_hold')).toBe(0)
    expect(valueOf('database_up')).toBe(1)
    expect(Math.abs(valueOf('clock_offset_seconds')!)).toBeLessThan(60)
  }
  const shared = ({ text }: { text: string }) => text.match(/^customer_center_shared_(?!job_(?:age|late)).*$/gm)
  expect(shared(one!)).toEqual(shared(other!))
  // Nothing is read anew within seconds.
  await db.deleteFrom('jobs').execute()
  expect((await readMetrics(servers[0]!.url)).valueOf(`shared_jobs${ofKind},state="waiting"}`)).toBe(2)
  await Promise.all(servers.map(({ close }) => close()))
})

test('without its database the process still tells its own metrics', async ({ databaseKind }) => {
  const database = await openTestDatabase(databaseKind)
  const server = await startApp(database)
  await database.close()
  const { status, valueOf, names, text } = await readMetrics(server.url)
  expect([status, valueOf('database_up'), valueOf('requests_pending')]).toEqual([200, 0, 0])
  expect(names).toContain('customer_center_shared_jobs')
  expect(text).not.toMatch(/^customer_center_(?:shared|clock)/m)
  expect(text).toMatch(/^process_resident_memory_bytes \d/m)
  await server.close()
})
