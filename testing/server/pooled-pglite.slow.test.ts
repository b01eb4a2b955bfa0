import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openInMemory } from './pooled-pglite.ts'
import { addRows } from './rows.ts'

const traces = [
  ['a row', `insert into providers (provider_id, name) values (1, 'Akademie')`, 'select from providers'],
  [
    'a job',
    `insert into jobs (id, kind, data, due_at) values (gen_random_uuid(), 'password-mail', '{}', now())`,
    'select from jobs'
  ],
  [
    'a number that was given out',
    `select nextval('audit_entries_id_seq')`,
    `select from audit_entries_id_seq where is_called`
  ],
  ['a table', 'create table left_behind (id int)', `select from pg_class where relname = 'left_behind'`],
  [
    'a changed migration',
    `update migrations set lowest_release = '9.9.9' where name = '0001-first-schema'`,
    `select from migrations where lowest_release = '9.9.9'`
  ],
  [
    'a column less',
    'alter table providers drop column name cascade',
    `select where not exists (select from pg_attribute where attrelid = 'providers'::regclass and attname = 'name')`
  ],
  [
    'a setting of the session',
    `set statement_timeout = 4711`,
    `select where current_setting('statement_timeout') = '4711ms'`
  ]
] as const

test.each(traces)('a test file finds nothing of the one before: %s', async (_what, change, look) => {
  const before = await openInMemory()
  await before.pool.query(change)
  expect((await before.pool.query(look)).rows).toHaveLength(1)
  await before.close()
  const after = await openInMemory()
  expect((await after.pool.query(look)).rows).toEqual([])
  await after.close()
})

test('the engine is the same for the next test file when no more than rows have come', async () => {
  const started = sql<{ at: Date }>`select pg_postmaster_start_time() as at`
  const engines = []
  for (let file = 0; file < 2; file += 1) {
    const { db, close } = await openInMemory()
    engines.push((await started.execute(db)).rows[0]?.at)
    await addRows(db, 'providers', { provider_id: 1, name: 'Akademie' })
    await close()
  }
  expect(engines[1]).toEqual(engines[0])
})
