import { expect } from 'vitest'
import { ndjson, test } from '../../testing/import-fixtures.ts'

test('rows that were refused are counted by their reasons, the first cause first', async ({ ask }) => {
  await ask('/imports/customers', { method: 'POST', body: ndjson({ externalId: 'SC-1', lastName: 'Da GmbH' }) })
  const lost = Array.from({ length: 30 }, (_, n) => ({ externalId: `S-${n}`, customer: 'S-none', lastName: 'Lost' }))
  const wrong = [1, 2].map((n) => ({ externalId: `SW-${n}`, customer: 'SC-1', lastName: 'Weg', active: 'ja' }))
  const { json } = await ask('/imports/contacts', { method: 'POST', body: ndjson(...lost, ...wrong) })
  const follows = { isConflict: false, isReference: true, count: 30, line: 1, value: 'S-none' }
  expect(json['reasons']).toMatchObject([
    {
      field: 'active',
      sentence: 'active must be true or false.',
      isReference: false,
      count: 2,
      line: 31,
      value: 'ja'
    },
    { field: 'customer', sentence: 'customer names no row of customers that is there.', ...follows }
  ])
})
