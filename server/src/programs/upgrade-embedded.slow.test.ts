// On the embedded database alone: its upgrade has steps of its own.

import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { buildServer, runProvider, startProgram } from '../../../testing/process.ts'
import { newFolder } from '../../../testing/server/new-folder.ts'
import { readConfig } from '../platform/config/config.ts'
import { openDatabase } from '../platform/database/connection.ts'
import { migrate } from '../platform/database/migrate.ts'

beforeAll(buildServer)

test('the steps of an upgrade bring an embedded database of release 0.1.0 to this version, while no server runs', async () => {
  const dataFolder = await newFolder()
  const { db, close } = await openDatabase({ ...readConfig({}), databaseUrl: '', dataFolder })
  await migrate(db, '0079-shares-of-imports')
  await close()

  const env = { DATA_FOLDER: dataFolder }
  const pending = () => runProvider(['check', '--upgrade'], env)
  expect(await pending()).toMatchObject({
    code: 3,
    stdout: expect.stringContaining('0080-payment-references') as string
  })
  await runProvider(['check'], env)
  expect(await pending()).toMatchObject({ code: 0, stdout: expect.stringContaining('has all migrations') as string })
  const { url, end } = await startProgram('main', { ...env, PORT: '0' })
  onTestFinished(end)
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
})
