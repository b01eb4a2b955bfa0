// On PostgreSQL alone: the embedded database has one connection, so that no two transactions are at work at once.

import { expect, vi } from 'vitest'
import { test } from '../../testing/contact-fixtures.ts'
import { waiting } from '../../testing/row-locks.ts'

test('what decides who may log in waits for a save that is under way', async ({ newCompany, database, saves }) => {
  const { admin, none } = (await newCompany()).users
  const headers = await saves.sessionOf(admin)
  const other = await database.pool.connect()
  await other.query('begin')
  await other.query('update contacts set version = version + 1 where company = 1 and pvaid = $1', [none.pvaid])
  const saving = saves.put(admin, none, { ASP_AKTIV: false }, headers)
  await vi.waitFor(async () => expect(await waiting(database)).toBe(1), { timeout: 60_000 })
  await other.query('commit')
  other.release()
  expect((await saving).data).toMatchObject({ VERSION: 3 })
})
