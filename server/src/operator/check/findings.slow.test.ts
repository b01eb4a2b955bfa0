// On both databases: the statements of the checks, of which each runs all.

import { sql } from 'kysely'
import { expect } from 'vitest'
import { commandContext } from '../../../../testing/server/command-context.ts'
import { eventually } from '../../../../testing/server/eventually.ts'
import { sharedFolder } from '../../../../testing/server/new-folder.ts'
import { addProviderKey } from '../../../../testing/server/provider-keys.ts'
import { test as webhookTest } from '../../../../testing/server/webhook-fixtures.ts'
import { readConfig } from '../../platform/config/config.ts'
import { judgeSpace } from '../../platform/storage/storage-checks.ts'
import { revokeKeyCommand } from '../../provider-api/provider-key/key.command.ts'
import { checkCommands } from './check.command.ts'

const day = 24 * 3_600_000
const inDays = (days: number) => new Date(Date.now() + days * day)

const dataFolder = sharedFolder()

const test = webhookTest.extend('find', ({ db }) => async (code: string, settings: Record<string, string> = {}) => {
  const config = readConfig({ DATA_FOLDER: dataFolder, ...settings })
  const findings = await checkCommands[0]?.run(db, { upgrade: false }, { ...commandContext, config })
  return findings?.find((finding) => finding.code === code)
})

test('a webhook that fails is found with the reason and the next try', async ({ receive, rename, find, db }) => {
  const { id, url, behave } = await receive()
  expect(await find('failing-webhooks')).toMatchObject({ severity: 'fine', remedy: '' })
  behave((response) => response.writeHead(503).end())
  await rename('Gmunden')
  await eventually(async () => {
    const finding = await find('failing-webhooks')
    expect(finding).toMatchObject({ severity: 'warning', remedy: expect.stringContaining('webhook resend') })
    const [sentence, next = ''] = /the next try is at (.+)\.$/.exec(finding?.sentence ?? '') ?? []
    expect(sentence).toBeDefined()
    expect(finding?.sentence).toContain(`The webhook ${id} to ${url} fails (answered 503): 1 changes wait`)
    expect(Date.parse(next)).toBeGreaterThan(Date.now() - 10_000)
  })
  behave((response) => response.writeHead(204).end())
  await sql`update jobs set due_at = now() where state = 'waiting'`.execute(db)
  await eventually(async () => expect(await find('failing-webhooks')).toMatchObject({ severity: 'fine' }))
})

test('a key that ends is found until it has a successor', async ({ find, db, server, own: { providerId } }) => {
  const callWith = async (key: string) => {
    const headers = { authorization: `Bearer ${key}` }
    return (await fetch(`${server.url}/provider/v1/changes`, { headers })).status
  }
  const make = (days: number) =>
    addProviderKey(db, { providerId, name: 'erp', scopes: ['read'], expiresAt: inDays(days) })
  const old = await make(10)
  expect(await find('expiring-keys')).toMatchObject({
    severity: 'warning',
    sentence: expect.stringContaining(`${old.id} of erp at `)
  })
  const next = await make(365)
  expect(await find('expiring-keys')).toMatchObject({ severity: 'fine' })
  expect([await callWith(old.key), await callWith(next.key)]).toEqual([200, 200])
  await revokeKeyCommand.run(db, { id: old.id }, commandContext)
  expect([await callWith(old.key), await callWith(next.key)]).toEqual([401, 200])

  await sql`update provider_keys set created_at = ${inDays(-200)}, last_used_at = ${inDays(-91)} where id = ${next.id}`.execute(
    db
  )
  expect(await find('unused-keys')).toMatchObject({
    severity: 'warning',
    sentence: expect.stringContaining(`${next.id} of erp since `)
  })
  expect(await callWith(next.key)).toBe(200)
  expect(await find('unused-keys')).toMatchObject({ severity: 'fine' })
  await sql`update provider_keys set expires_at = ${inDays(-1)} where id = ${next.id}`.execute(db)
  expect((await find('expiring-keys'))?.sentence).toContain(`${next.id} of erp at `)
})

test('jobs that have used up their retries are found by their kind', async ({ find, db }) => {
  expect(await find('failed-jobs')).toMatchObject({ severity: 'fine' })
  expect(await find('late-jobs')).toMatchObject({ severity: 'fine' })
  const add = (state: string, due: Date, ended: Date | null) =>
    sql`
    insert into jobs (id, kind, data, state, due_at, ended_at) values (gen_random_uuid(), 'of-no-worker', '{}', ${state}, ${due}, ${ended})`.execute(
      db
    )
  await add('failed', inDays(-1), inDays(-1))
  await add('refused', inDays(-1), inDays(-1))
  await add('waiting', inDays(-1), null)
  await add('waiting', new Date(), null)
  expect(await find('failed-jobs')).toMatchObject({
    severity: 'warning',
    sentence: 'Jobs have used up their retries: 1 of-no-worker.'
  })
  expect(await find('late-jobs')).toMatchObject({
    severity: 'failed',
    sentence: expect.stringMatching(/^1 jobs wait in vain since 20/)
  })
  await sql`update jobs set started_at = now() where kind = 'of-no-worker' and state = 'refused'`.execute(db)
  expect(await find('late-jobs')).toMatchObject({ severity: 'fine' })
  await sql`delete from jobs where kind = 'of-no-worker'`.execute(db)
})

test('a pool that PostgreSQL cannot serve is found', async ({ find, database }) => {
  const pool = { DATABASE_URL: 'postgres://127.0.0.1/x', DATABASE_POOL: '200' }
  expect(await find('database-connections')).toMatchObject({ severity: 'fine' })
  if (database.kind === 'postgres') {
    expect(await find('database-connections', pool)).toMatchObject({ severity: 'warning' })
    expect(await find('database-connections', { ...pool, DATABASE_POOL: '1' })).toMatchObject({
      sentence: expect.stringMatching(/^\d+ of \d+ connections are taken; DATABASE_POOL is 1 for each process/)
    })
  }
})

test.for([
  [20, 100, 'fine'],
  [9, 100, 'warning'],
  [0.9, 100, 'failed'],
  [11, 10_000, 'fine'],
  [1.5, 10_000, 'warning'],
  [0.3, 2, 'fine'],
  [0.1, 2, 'warning'],
  [0.03, 2, 'failed']
] as const)('%d free gigabytes of %d are %s', ([free, size, severity]) => {
  const outcome = judgeSpace(free * 1e9, size * 1e9)
  if (severity === 'fine') expect(outcome).toEqual(expect.any(String))
  else expect(outcome).toMatchObject({ severity })
})
