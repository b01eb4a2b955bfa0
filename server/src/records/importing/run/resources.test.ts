// On both databases: rows come into the embedded one by a copy in memory.

import { expect } from 'vitest'
import { importResourceNames, type ImportResourceName } from '@customer-center/contract/import/resources'
import { test as serverTest } from '../../../../../testing/server/fixtures.ts'
import { importer } from '../../../../../testing/server/imports.ts'
import { resourceRows, sha256 } from '../../../../../testing/server/resource-rows.ts'
import { addRows } from '../../../../../testing/server/rows.ts'

const test = serverTest.extend('run', { scope: 'file' }, async ({ db, own }) => {
  const { providerId } = own
  await addRows(db, 'stored_files', { provider_id: providerId, sha256, storage_key: 'files/a', size_bytes: 3 })
  return importer(db, providerId)
})

test('every resource is created, left alone where it is the same, and changed where it is not', async ({ run }) => {
  for (const resource of importResourceNames) {
    const [row, change] = resourceRows[resource]
    const first = await run(resource, [row])
    expect([resource, first.refused]).toEqual([resource, []])
    expect([resource, first.counts.created + first.counts.updated]).toEqual([resource, 1])
    expect([resource, (await run(resource, [row])).counts]).toMatchObject([resource, { unchanged: 1, updated: 0 }])
    const changed = await run(resource, [{ ...row, ...change }])
    expect([resource, changed.refused, changed.counts.updated]).toEqual([resource, [], 1])
  }
})

test('every resource but the provider can be a full set, in order', async ({ run, db }) => {
  const kept = new Set<ImportResourceName>(['provider'])
  for (const resource of importResourceNames.toReversed()) {
    if (kept.has(resource)) continue
    const { counts } = await run(resource, [], { mode: 'replace', maxRemoved: 1 })
    expect([resource, counts.removed]).toEqual([resource, resource === 'contacts' ? 6 : expect.any(Number)])
    expect([resource, (await run(resource, [], { mode: 'replace', maxRemoved: 0 })).counts.removed]).toEqual([
      resource,
      0
    ])
  }
  const left = await db.selectFrom('contacts').select('active').where('provider_id', '=', 1).execute()
  expect(left.map(({ active }) => active)).toEqual(Array.from({ length: 6 }, () => false))
  expect(await db.selectFrom('events').select('event_id').execute()).toEqual([])
})

test('a time without an offset is one of the provider’s clock', async ({ run, db }) => {
  await run('customers', [{ externalId: 'Z', lastName: 'Zeit GmbH' }])
  const times = [
    '2026-01-10 09:00',
    '2026-07-10T09:00:00',
    '2026-07-10T09:00:00+0300',
    '2026-07-10T09:00:00Z',
    '2026-03-29 01:30',
    '2026-03-29 02:30',
    '2026-03-29 03:30',
    '2026-10-25 01:30',
    '2026-10-25 02:30',
    '2026-10-25 03:30'
  ]
  const { refused } = await run(
    'orders',
    times.map((registeredAt, index) => ({ externalId: `Z-${index}`, customer: 'Z', registeredAt, orderedFrom: 'x' }))
  )
  expect(refused).toEqual([])
  const stored = await db
    .selectFrom('orders')
    .select('registered_at')
    .where('external_id', 'like', 'Z-%')
    .orderBy('no')
    .execute()
  expect(stored.map((row) => row.registered_at.toISOString())).toEqual([
    '2026-01-10T08:00:00.000Z',
    '2026-07-10T07:00:00.000Z',
    '2026-07-10T06:00:00.000Z',
    '2026-07-10T09:00:00.000Z',
    '2026-03-29T00:30:00.000Z',
    '2026-03-29T01:30:00.000Z',
    '2026-03-29T01:30:00.000Z',
    '2026-10-24T23:30:00.000Z',
    '2026-10-25T00:30:00.000Z',
    '2026-10-25T02:30:00.000Z'
  ])
})
