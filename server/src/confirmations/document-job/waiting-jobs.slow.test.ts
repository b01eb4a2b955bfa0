import { once } from 'node:events'
import { describe, expect } from 'vitest'
import { test as documentJobTest } from '../../../../testing/server/document-job-fixtures.ts'
import { confirmation, hourRecord } from '../../../../testing/server/document-requests.ts'
import { eventually } from '../../../../testing/server/eventually.ts'
import { readMetrics } from '../../../../testing/server/metrics.ts'
import { changeRows } from '../../../../testing/server/rows.ts'

// One call of a customer is at work.
const test = documentJobTest.extend(
  'settings',
  { scope: 'file' },
  { jobsPerUser: 3, jobsPerCustomer: 4, databasePool: 1 }
)

describe('requests for documents that wait', () => {
  test('a call that waits for a job lets others of its customer work', async ({
    documentJobs,
    server,
    own,
    booked,
    db
  }) => {
    const { contact, admin } = own.shopUsers
    const jobId = await documentJobs.started(contact, 'StandardLetter', confirmation(booked.first))
    // A call waits for a new job alone, and this one is new however slow the machine is.
    await changeRows(db, 'server_functions', { job_id: jobId }, { created_at: new Date(Date.now() + 60_000) })
    const headers = await server.headersOf(admin)
    const result = documentJobs.result(contact, jobId).then(() => 'job')
    await once(server.app.server, 'request')
    expect(await Promise.race([result, server.call(headers, '/customer').then(() => 'customer')])).toBe('customer')
    await result
  })

  test('the same request is one job while it is open, in any order', async ({ documentJobs, work, own, booked }) => {
    const parameter = confirmation(booked.first)
    const turned = parameter.split('&').toReversed().join('&')
    const jobId = await documentJobs.started(own.shopUsers.contact, 'StandardLetter', parameter)
    expect(await documentJobs.started(own.shopUsers.contact, 'StandardLetter', turned)).toBe(jobId)
    expect(await documentJobs.started(own.shopUsers.admin, 'StandardLetter', parameter)).not.toBe(jobId)
    await work()
    await documentJobs.file(own.shopUsers.contact, jobId)
    expect(await documentJobs.started(own.shopUsers.contact, 'StandardLetter', turned)).toBe(jobId)
  })

  test('two at the same moment are one job, and take one place', async ({ documentJobs, own, booked }) => {
    const parameter = confirmation(booked.first)
    const same = await Promise.all(
      Array.from({ length: 4 }, () => documentJobs.started(own.shopUsers.admin, 'StandardLetter', parameter))
    )
    expect(new Set(same).size).toBe(1)
    const answers = await Promise.all(
      [booked.first, booked.second, booked.admin].map((one) =>
        documentJobs.start(own.shopUsers.admin, 'TimesheetLetter', hourRecord([one]))
      )
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 429])
  })

  test('more than may wait are 429: for a user, and a customer', async ({ documentJobs, own, foreign, booked }) => {
    const { admin, contact } = own.shopUsers
    for (const one of [booked.first, booked.second, booked.admin])
      await documentJobs.started(admin, 'TimesheetLetter', hourRecord([one]))
    const over = await documentJobs.start(admin, 'StandardLetter', confirmation(booked.first))
    expect([over.status, over.headers.get('retry-after'), over.envelope.responseResult.Errors[0]]).toEqual([
      429,
      '10',
      'Es warten schon viele Dokumente auf ihre Erstellung. Bitte versuchen Sie es in Kürze noch einmal.'
    ])
    await documentJobs.started(contact, 'StandardLetter', confirmation(booked.first))
    expect((await documentJobs.start(contact, 'StandardLetter', confirmation(booked.second))).status).toBe(429)
    await documentJobs.started(foreign.shopUsers.contact, 'StandardLetter', confirmation(booked.foreign))
  })

  test('end as a letter, which counts once in the metrics', async ({ server, documentJobs, work, own, booked }) => {
    const count = async () => (await readMetrics(server.url)).valueOf('letters_total') ?? 0
    const before = await count()
    const jobId = await documentJobs.started(own.shopUsers.contact, 'StandardLetter', confirmation(booked.first))
    await work()
    await documentJobs.file(own.shopUsers.contact, jobId)
    await eventually(async () => expect(await count()).toBe(before + 1))
  })
})
