import { expect, test } from 'vitest'
import { sourceRows } from '../../platform/importing/run/import-rows.ts'
import { withExamples } from './examples.ts'

const hash = '$2b$04$abcdefghijklmnopqrstuuabcdefghijklmnopqrstuvwxyz01234'

test('examples of a dry run show no hash of a password, in whatever column', async () => {
  const row = { contact: 'K-1', emailAddress: 'a@b.example', rights: 1, passwordHash: hash }
  const users = withExamples('shop-users', sourceRows([row]), true)
  const customers = withExamples('customers', sourceRows([{ externalId: 'K-1', lastName: hash }]), true)
  for (const { noted } of [users, customers]) for await (const _ of noted);
  expect(users.examples).toEqual([{ contact: 'K-1', emailAddress: 'a@b.example', rights: 1, passwordHash: '…' }])
  expect(customers.examples).toEqual([{ externalId: 'K-1', lastName: '…' }])
})
