// On the embedded database alone: its upgrade has steps of its own.

import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { buildServer, nextVersion, runProvider, startProgram } from '../../../testing/process.ts'
import { withDatabase } from '../../../testing/server/backups.ts'
import { createInstallation } from '../../../testing/server/test-database.ts'

beforeAll(buildServer)

test('the steps of an upgrade bring an embedded database to the next version and back, while no server runs', async () => {
  const env = await createInstallation('embedded')
  const next = { ...env, ...nextVersion }
  const pending = () => runProvider(['check', '--upgrade'], next)
  expect(await pending()).toMatchObject({ code: 3, stdout: expect.stringContaining('0002-next-version') as string })
  await runProvider(['check'], next)
  expect(await pending()).toMatchObject({ code: 0, stdout: expect.stringContaining('has all migrations') as string })
  for (const version of [next, env]) {
    const { url, end } = await startProgram('main', version)
    onTestFinished(end)
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
    await end()
  }
})

test('a data folder of before release 0.2.0 is refused with what to do, and stays as it is', async () => {
  const env = await createInstallation('embedded')
  const tablesAfter = (...statements: readonly string[]) =>
    withDatabase(env, async ({ pool }) => {
      for (const statement of statements) await pool.query(statement)
      const { rows } = await pool.query<{ name: string }>(
        `select relname as name from pg_class where relnamespace = 'public'::regnamespace order by 1`
      )
      return rows
    })
  const tables = await tablesAfter(
    'drop table migrations',
    'create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null)',
    `insert into kysely_migration values ('0051-unread-columns', '2026-11-23T10:00:00.000Z')`
  )
  const sentence = 'The database was made by a version before release 0.2.0, and stays as it is'
  await expect(startProgram('main', env, 'pipe')).rejects.toThrow(sentence)
  expect((await runProvider(['export', `${env.DATA_FOLDER}/export`], env)).stderr).toContain(sentence)
  expect(await tablesAfter()).toEqual(tables)
})
