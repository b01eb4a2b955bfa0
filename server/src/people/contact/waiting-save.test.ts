// On PostgreSQL alone: the embedded database has one connection, so that no two transactions are at work at once.

import { expect, vi } from 'vitest'
import { BusinessError } from '@customer-center/contract/envelope'
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

test('a save of a private customer that finds the contact changed leaves the company as it is', async ({
  newCompany,
  database,
  saves
}) => {
  const { users, id } = await newCompany()
  const headers = await saves.sessionOf(users.admin)
  await database.db.updateTable('contacts').set({ contact_id: id }).where('pvaid', '=', users.none.pvaid).execute()
  const other = await database.pool.connect()
  await other.query('begin')
  await other.query('update customers set version = version + 1 where company = 1 and id = $1', [id])
  await other.query('update contacts set version = version + 1 where company = 1 and pvaid = $1', [users.none.pvaid])
  const saving = saves.put(users.admin, users.none, { ASP_ORT: 'Graz', VERSION: 1 }, headers)
  await vi.waitFor(async () => expect(await waiting(database)).toBe(1), { timeout: 60_000 })
  await other.query('commit')
  other.release()
  expect((await saving).code).toBe(BusinessError.staleData)
  const { version } = await database.db
    .selectFrom('customers')
    .select('version')
    .where('company', '=', 1)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(version).toBe(2)
})
