// On PostgreSQL alone: a second connection holds a row.

import { sql } from 'kysely'
import { expect } from 'vitest'
import { test } from '../../../../testing/server/fixtures.ts'
import { keyRetention } from '../../records/saving/idempotency.ts'
import { readConfig } from '../config/config.ts'

test('old rows are deleted in small transactions, but for a locked one', async ({ db, database, own }) => {
  const at = new Date(Date.now() - 2 * 86_400_000)
  const { providerId, customerId, contactId } = own.shopUsers.admin
  await sql`insert into idempotency_keys (provider_id, customer_id, contact_id, key, request_hash, created_at)
    select ${providerId}::int, ${customerId}::int, ${contactId}::int, 'old' || n, '', ${at} from generate_series(1, 2500) n
    union all select ${providerId}::int, ${customerId}::int, ${contactId}::int, 'new', '', now()`.execute(db)
  await database.pool.query(`
    create table deleted_at_once (count int);
    create function note_deleted() returns trigger language plpgsql as
      'begin insert into deleted_at_once select count(*) from gone; return null; end';
    create trigger note_deleted after delete on idempotency_keys
      referencing old table as gone for each statement execute function note_deleted()`)
  const holder = await database.pool.connect()
  await holder.query('begin')
  await holder.query(`update idempotency_keys set answer = '' where key = 'old7'`)
  expect(await keyRetention.removeOld(db, readConfig({}))).toBe(2499)
  await holder.query('rollback')
  holder.release()
  const keys = await sql<{ key: string }>`select key from idempotency_keys order by 1`.execute(db)
  expect(keys.rows.map(({ key }) => key)).toEqual(['new', 'old7'])
  expect(await keyRetention.removeOld(db, readConfig({}))).toBe(1)
  const { rows } = await database.pool.query<{ count: number }>('select count from deleted_at_once')
  expect(rows.map(({ count }) => count)).toEqual([1000, 1000, 499, 1])
})
