import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import type { DocumentEvent } from '@customer-center/contract/document'
import { buildServer, startProgram } from '../../../testing/process.ts'
import { withDatabase } from '../../../testing/server/backups.ts'
import { call } from '../../../testing/server/calls.ts'
import { addCustomer } from '../../../testing/server/customer.ts'
import { hasS3, s3Settings, startS3Behind } from '../../../testing/server/s3.ts'
import { seed } from '../../../testing/server/seed.ts'
import { openSession } from '../../../testing/server/sessions.ts'
import { createInstallation } from '../../../testing/server/test-database.ts'
import { openStorage } from '../platform/storage/storage.ts'

/** Time that an orchestrator leaves a process before it kills it. */
const graceMs = 30_000

test.skipIf(!hasS3())('a server whose S3 service stalls in the middle of documents still ends on SIGTERM', async () => {
  await buildServer()
  const env = await createInstallation('embedded')
  const { config, network } = await startS3Behind()
  onTestFinished(network.close)
  const authorization = await withDatabase(env, async ({ db }) => {
    const { admin } = (await addCustomer(db, 1000)).shopUsers
    const storage = openStorage({ dataFolder: '', storage: config })
    const shelves = seed(db, storage)
    await shelves.addEvent(1, '2026-01-01')
    await shelves.addParticipation(admin, 1)
    await shelves.addScript(1, { size: 500_000 })
    // Its connection would be kept and counted among the server's.
    storage.close()
    return openSession(db, admin)
  })
  const headers = { authorization }

  const settings = { ...env, LOG_LEVEL: 'silent', ...s3Settings(config) }
  const { child, url, kill } = await startProgram('main', settings)
  const exit = once(child, 'exit')
  onTestFinished(kill)
  const list = await call<DocumentEvent[]>(url, '/eventmanager/documentsbysubscriber', { headers })
  const key = list.envelope.responseData[0]?.scripts[0]?.documentHash
  network.cutAfter(200_000)
  // The calls are more than are read at once: the others wait for those.
  const answers = Array.from({ length: 20 }, () => call(url, `/dms/getdoc?documentKey=${key}`, { headers }))
  await expect.poll(() => network.connections()).toBe(8)
  child.kill('SIGTERM')
  const late = pause(graceMs, 'still running', { ref: false })
  expect(await Promise.race([exit, late])).toEqual([0, null])
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(Array(20).fill(503))
})
