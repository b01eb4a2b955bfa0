// On both databases: the embedded one gets what is changed together as a copy, into a memory of its own.

import { sql } from 'kysely'
import { expect } from 'vitest'
import { ndjson, test as importTest } from '../../../../testing/server/import-fixtures.ts'
import { addProviderKey } from '../../../../testing/server/provider-keys.ts'

/** Small one by one, and together more than a text of JavaScript can hold. */
const [count, characters] = [140, 3_900_000]

const test = importTest.extend('key', { scope: 'file' }, async ({ db, own }) => {
  const lasting = { scopes: ['write'] as const, expiresAt: new Date(Date.now() + 600_000) }
  return (await addProviderKey(db, { providerId: own.providerId, ...lasting })).key
})

test('drawings are changed together, however large all of them are', async ({ ask, db, key, own }) => {
  await sql`
    insert into event_models (provider_id, model_id, css, svg, html)
    select ${own.providerId}::int, 'plan-' || n, 'css', repeat('x', ${characters}::int), 'html'
    from generate_series(1, ${count}::int) n`.execute(db)
  const rows = Array.from({ length: count }, (_, n) => ({ modelId: `plan-${n + 1}`, css: 'other' }))
  const { status, json } = await ask('/imports/event-models', { key, method: 'POST', body: ndjson(...rows) })
  expect([status, json['updated']]).toEqual([200, count])
})
