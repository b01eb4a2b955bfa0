import { expect } from 'vitest'
import { AsyncStatus } from '@customer-center/contract/server-function'
import { listJobsSchema } from '@customer-center/contract/server-function.schema'
import { call } from '../../testing/calls.ts'
import type { TestUser } from '../../testing/company.ts'
import { test } from '../../testing/document-job-fixtures.ts'
import { type Booked, confirmation } from '../../testing/document-requests.ts'
import { save } from '../../testing/saves.ts'

test('a failed job is taken out of the list by its owner alone; a job that has not failed stays', async ({
  db,
  server,
  own,
  foreign,
  booked,
  headersOf
}) => {
  const start = async (booking: Booked, caption: string) => {
    const data = { functionName: 'StandardLetter', parameter: confirmation(booking), async: true, caption }
    const { data: started } = await save(server.url, await headersOf(booking.user), ['POST', '/function/start'], data)
    return String(started?.['jobId'])
  }
  const [broken, waiting] = [await start(booked.first, 'Kaputt'), await start(booked.second, 'Wartet')]
  const failed = { status: AsyncStatus.failed, finished_at: new Date(), error: 'Kaputt.' }
  await db.updateTable('server_functions').set(failed).where('job_id', '=', broken).execute()
  const captions = async () => {
    const { envelope } = await call(server.url, '/function/list', { headers: await headersOf(own.users.contact) })
    return listJobsSchema.data.parse(envelope.responseData).map(({ caption }) => caption)
  }
  const remove = async (user: TestUser, jobId: string) =>
    (await save(server.url, await headersOf(user), ['POST', '/function/remove'], { jobId })).status
  for (const user of [foreign.users.contact, own.users.admin]) expect(await remove(user, broken)).toBe(200)
  expect(await remove(own.users.contact, waiting)).toBe(200)
  expect(await remove(own.users.contact, 'no id')).toBe(200)
  expect((await captions()).toSorted()).toEqual(['Kaputt', 'Wartet'])
  expect(await remove(own.users.contact, broken)).toBe(200)
  expect(await captions()).toEqual(['Wartet'])
})
