import { expect } from 'vitest'
import { test } from '../../../../testing/server/fixtures.ts'
import { endJob, restartJobs, takeJob } from './job.repository.ts'
import { defineJob, queueJob } from './job.ts'

const { name } = defineJob<object, unknown>({
  name: 'restarted-job',
  options: () => ({ retryLimit: 0, retryDelaySeconds: 0, timeoutSeconds: 60 }),
  run: async () => {}
})

test('a run that was taken for dead ends no later one, not even after its job was restarted', async ({ db }) => {
  const id = await db.transaction().execute((trx) => queueJob(trx, name, {}))
  const take = async (lease: number) => (await takeJob(db, name, lease, [])) ?? expect.fail('There is a job to take.')
  const [dead, last] = [await take(0), await take(60)]
  expect(await endJob(db, dead, { state: 'completed' })).toBe(false)
  expect(await endJob(db, last, { state: 'failed', reason: 'no luck' })).toBe(true)
  expect(await restartJobs(db, { kinds: [name], id })).toBe(1)
  const anew = await take(60)
  expect(anew.attempt).toBe(1)
  expect(await endJob(db, dead, { state: 'completed' })).toBe(false)
  expect(await endJob(db, anew, { state: 'completed' })).toBe(true)
})
