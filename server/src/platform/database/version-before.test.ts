// On PostgreSQL alone: the embedded database belongs to one process.

import { readFile } from 'node:fs/promises'
import { setTimeout as rest } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { test } from '../../../../testing/server/fixtures.ts'
import { openEmptyDatabase } from '../../../../testing/server/test-database.ts'
import { migrate } from './migrate.ts'

test('what a process of the version before is doing ends there, and is not done again', async ({ databaseKind }) => {
  const { db, pool, close } = await openEmptyDatabase(databaseKind)
  await pool.query(await readFile(new URL('../../../../testing/server/database-447d823.sql', import.meta.url), 'utf8'))
  await pool.query('set search_path = public')
  // Its connection, which lasts.
  const before = await pool.connect()
  await before.query(`
    select pgboss.create_queue('password-mail', '{"policy": "standard"}');
    insert into pgboss.job (name, data, state, started_on) values ('password-mail', '{}', 'active', now())`)
  let isDone = false
  const migrating = migrate(db).then(() => (isDone = true))
  await rest(500)
  expect(isDone).toBe(false)
  const ended = await before.query(`
    update pgboss.job set state = 'completed', completed_on = now() where state = 'active' returning id`)
  expect(ended.rows).toHaveLength(1)
  await migrating
  expect((await sql`select id, state from jobs`.execute(db)).rows).toMatchObject([
    { ...ended.rows[0], state: 'completed' }
  ])
  // It finds no queue any more, and says so in its log.
  await expect(before.query('select from pgboss.job')).rejects.toMatchObject({ code: '42P01' })
  before.release()
  await close()
})
