import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { test } from '../../testing/server/fixtures.ts'
import { newFolder } from '../../testing/server/new-folder.ts'
import { addRows } from '../../testing/server/rows.ts'
import type { JobContext } from './feature/services.ts'
import { removeExpired, removedByAge, repeatedWork, retention } from './features.ts'
import { readConfig } from './platform/config/config.ts'
import { runRepeatedly } from './platform/queue/repeat.ts'

test('each table of the database has a period, or a reason to be kept', async ({ db }) => {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`.execute(
    db
  )
  const listed = retention.flatMap(({ kind, of }) => (kind === 'table' ? of : []))
  expect(listed.toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
})

test('the embedded database gives the room of deleted rows back, within an hour', async ({ db, server }) => {
  const size = async () => {
    const { rows } = await sql<{ bytes: number }>`select pg_relation_size('import_keys') as bytes`.execute(db)
    return Number(rows[0]?.bytes)
  }
  const empty = await size()
  await sql`insert into import_keys (provider_id, run_id, key, accepted)
    select 1, gen_random_uuid(), n::text, true from generate_series(1, 5000) n`.execute(db)
  await sql`delete from import_keys`.execute(db)
  const before = await size()
  expect(before).toBeGreaterThan(empty + 200_000)
  // An hour in a tenth of a second.
  const hour = repeatedWork
    .filter(({ atStart }) => atStart === false)
    .map((one) => ({ ...one, everyMs: one.everyMs / 36_000 }))
  expect(hour).toMatchObject([{ everyMs: 100 }])
  const end = runRepeatedly({ db, config: readConfig({}), log: server.app.log } as JobContext, hour)
  await expect.poll(size).toBeLessThan(before / 2)
  await end()
})

test('what has expired is deleted where jobs run, at once and every ten minutes', async ({ db, server }) => {
  const count = async () => (await db.selectFrom('login_attempts').select('id').execute()).length
  const at = new Date(Date.now() - 100 * 24 * 3_600_000)
  await addRows(db, 'login_attempts', { at, account: 'a', address: '192.0.2.1', succeeded: false })
  const clean = repeatedWork.filter(({ run }) => run === removeExpired)
  expect(clean).toEqual([{ everyMs: 600_000, run: removeExpired }])
  const end = runRepeatedly({ db, config: readConfig({}), log: server.app.log } as JobContext, clean)
  await expect.poll(count).toBe(0)
  await end()
})

test('files of writers that were killed are deleted after an hour, and their number is known', async ({ db }) => {
  const dataFolder = await newFolder()
  const incoming = join(dataFolder, 'documents', 'incoming')
  await mkdir(incoming, { recursive: true })
  for (const [name, minutes] of [
    ['old', 61],
    ['new', 59]
  ] as const) {
    await writeFile(join(incoming, name), 'part')
    const time = new Date(Date.now() - minutes * 60_000)
    await utimes(join(incoming, name), time, time)
  }
  const removed = async () => {
    const { values } = await removedByAge.get()
    return values.find(({ labels }) => labels.of === 'documents/incoming')?.value ?? 0
  }
  const before = await removed()
  await removeExpired({ db, config: readConfig({ DATA_FOLDER: dataFolder }) })
  expect(await readdir(incoming)).toEqual(['new'])
  expect(await removed()).toBe(before + 1)
})
