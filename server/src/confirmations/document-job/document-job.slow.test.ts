import { describe, expect } from 'vitest'
import { AsyncStatus, listJobsSchema } from '@customer-center/contract/server-function'
import type { TestShopUser } from '../../../../testing/server/customer.ts'
import { test as documentJobTest } from '../../../../testing/server/document-job-fixtures.ts'
import { type Booked, confirmation, evaluation, hourRecord } from '../../../../testing/server/document-requests.ts'
import { eventually } from '../../../../testing/server/eventually.ts'
import { pagesOf, withoutPoppler } from '../../../../testing/server/pdf.ts'
import { changeRows } from '../../../../testing/server/rows.ts'
import { readConfig } from '../../platform/config/config.ts'
import { documentJobRetention } from './document-job.repository.ts'

const test = documentJobTest
  .extend(
    'settings',
    { scope: 'file' },
    {
      routeRights: { 'confirmations/evaluation': ['admin', 'contact'] }
    }
  )
  .extend('issued', ({ db }) => {
    return () => db.selectFrom('issued_letters').select(['number', 'contact_id', 'kind']).execute()
  })
  .extend('setAttended', ({ db }) => {
    return ({ participantId }: Booked, attended: boolean) =>
      changeRows(db, 'participations', { participant_id: participantId }, { attended })
  })

describe('documents made in the background', () => {
  test.beforeAll(async ({ seed, letters: _letters }) => {
    await seed.addEvaluations({}, { template: 'evaluation-costs' }, { template: 'evaluation-attendance' })
  })

  test('a person lists the own jobs of a day that have a caption, the newest first, and nobody else’s', async ({
    server,
    documentJobs,
    own,
    booked,
    foreign,
    db
  }) => {
    const start = (booking: Booked, caption: string) =>
      documentJobs.started(booking.user, 'StandardLetter', confirmation(booking), caption)
    const first = await start(booked.first, 'Lohnverrechnung (Anna)')
    const old = await start(booked.second, 'Gestern')
    await changeRows(db, 'server_functions', { job_id: old }, { created_at: new Date(Date.now() - 25 * 3_600_000) })
    await start(booked.admin, 'Kollegin')
    await start(booked.foreign, 'Fremd')
    await documentJobs.started(own.shopUsers.contact, 'TimesheetLetter', hourRecord([booked.first]))
    const list = async (user: TestShopUser) => {
      const { envelope } = await server.call(user, '/function/list')
      return listJobsSchema.data.parse(envelope.responseData)
    }
    expect(await list(own.shopUsers.contact)).toMatchObject([
      { jobId: first, functionName: 'StandardLetter', caption: 'Lohnverrechnung (Anna)', status: AsyncStatus.requested }
    ])
    expect((await list(foreign.shopUsers.contact)).map(({ caption }) => caption)).toEqual(['Fremd'])
  })

  test('a confirmation is made, registered once and delivered', async ({ documentJobs, work, own, booked, issued }) => {
    const before = (await issued()).length
    const jobId = await documentJobs.started(own.shopUsers.contact, 'StandardLetter', confirmation(booked.first))
    expect((await documentJobs.result(own.shopUsers.contact, jobId)).envelope.responseData).toEqual({
      jobId,
      status: AsyncStatus.requested,
      fileData: null
    })
    await work()
    const pdf = await documentJobs.file(own.shopUsers.contact, jobId)
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
    expect((await issued()).slice(before)).toEqual([
      { number: expect.any(String) as string, contact_id: own.shopUsers.contact.contactId, kind: 'participation' }
    ])
    if (!withoutPoppler) {
      const [page = ''] = pagesOf(pdf)
      expect(page).toContain('Anna contact')
      expect(page).toContain('Lohnverrechnung')
      expect(page).toContain('7,5')
    }
  })

  test('an hour record holds the events that were ticked', async ({ documentJobs, work, own, booked }) => {
    const jobId = await documentJobs.started(
      own.shopUsers.admin,
      'TimesheetLetter',
      hourRecord([booked.second, booked.first])
    )
    await work()
    const pdf = await documentJobs.file(own.shopUsers.admin, jobId)
    if (!withoutPoppler) expect(pagesOf(pdf).join('\n')).toMatch(/Lohnverrechnung[\s\S]*Datenschutz[\s\S]*15/)
  })

  test.for([501, 502, 503])('evaluation %i is made', async (interfaceId, { documentJobs, work, own }) => {
    const jobId = await documentJobs.started(own.shopUsers.admin, 'Evaluation', evaluation(1, interfaceId))
    await work()
    const pdf = await documentJobs.file(own.shopUsers.admin, jobId)
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  })

  test('a job is nobody else’s, not even a colleague’s', async ({ documentJobs, own, foreign, booked }) => {
    const jobId = await documentJobs.started(own.shopUsers.contact, 'StandardLetter', confirmation(booked.first))
    const missing = await documentJobs.result(own.shopUsers.admin, '00000000-0000-4000-8000-000000000000')
    expect(missing.status).toBe(404)
    for (const user of [
      own.shopUsers.admin,
      own.shopUsers.shopfull,
      foreign.shopUsers.admin,
      foreign.shopUsers.contact
    ]) {
      expect((await documentJobs.result(user, jobId)).text).toBe(missing.text)
    }
    for (const wrong of ['', 'x', `${jobId}0`, jobId.toUpperCase(), "' or 1=1"]) {
      const { status, text } = await documentJobs.result(own.shopUsers.contact, encodeURIComponent(wrong))
      expect([status, text], wrong).toEqual([404, missing.text])
    }
  })

  test('a finished document goes with its participation', async ({ documentJobs, work, own, booked, setAttended }) => {
    const jobId = await documentJobs.started(own.shopUsers.contact, 'StandardLetter', confirmation(booked.first))
    await work()
    await documentJobs.file(own.shopUsers.contact, jobId)
    await setAttended(booked.first, false)
    const { envelope } = await documentJobs.result(own.shopUsers.contact, jobId)
    expect([envelope.responseData, envelope.responseResult]).toEqual([
      null,
      { HTTPReturnCode: 200, RESTReturnCode: 110, Errors: ['Bestätigung nicht verfügbar'] }
    ])
    await setAttended(booked.first, true)
    await documentJobs.file(own.shopUsers.contact, jobId)
  })

  test('needs the right to choose participants to the end', async ({ db, documentJobs, work, own, booked }) => {
    const { shopfull } = own.shopUsers
    const jobId = await documentJobs.started(shopfull, 'StandardLetter', confirmation(booked.first))
    await work()
    await documentJobs.file(shopfull, jobId)
    const give = (rights: number) => changeRows(db, 'shop_users', { contact_id: shopfull.contactId }, { rights })
    await give(3)
    expect((await documentJobs.result(shopfull, jobId)).envelope.responseResult.RESTReturnCode).toBe(110)
    await give(2)
    await documentJobs.file(shopfull, jobId)
  })

  test('a participation that goes fails its job', async ({ documentJobs, work, own, booked, issued, setAttended }) => {
    const before = await issued()
    const jobId = await documentJobs.started(own.shopUsers.contact, 'StandardLetter', confirmation(booked.second))
    await setAttended(booked.second, false)
    await work()
    await eventually(async () => {
      const { envelope } = await documentJobs.result(own.shopUsers.contact, jobId)
      expect(envelope).toEqual({
        responseData: { jobId, status: AsyncStatus.failed, fileData: null },
        responseResult: { HTTPReturnCode: 200, RESTReturnCode: 110, Errors: ['Bestätigung nicht verfügbar'] }
      })
    })
    expect(await issued()).toEqual(before)
    await setAttended(booked.second, true)
  })

  test('a result is made once, without its job too', async ({ database, documentJobs, work, own, booked, issued }) => {
    const jobId = await documentJobs.started(own.shopUsers.contact, 'StandardLetter', confirmation(booked.first))
    const queue = await work()
    const pdf = await documentJobs.file(own.shopUsers.contact, jobId)
    await queue.stop()
    const before = await issued()
    // As if the process had died between the result and the queue's note of it.
    await database.pool.query(`update jobs set state = 'waiting', ended_at = null where id = '${jobId}'`)
    await work()
    await eventually(async () => {
      const { rows } = await database.pool.query<{ state: string }>(`select state from jobs where id = '${jobId}'`)
      expect(rows).toEqual([{ state: 'completed' }])
    })
    expect(await documentJobs.file(own.shopUsers.contact, jobId)).toEqual(pdf)
    expect(await issued()).toEqual(before)
  })

  test('one that is given up fails with a sentence', async ({ database, documentJobs, work, own, booked }) => {
    const jobId = await documentJobs.started(own.shopUsers.contact, 'StandardLetter', confirmation(booked.first))
    await database.pool.query(`update jobs set state = 'running', due_at = now(), attempts = 100 where id = '${jobId}'`)
    await work()
    await eventually(async () => {
      const { envelope } = await documentJobs.result(own.shopUsers.contact, jobId)
      expect([envelope.responseData?.status, envelope.responseResult.Errors[0]]).toEqual([
        AsyncStatus.failed,
        'Das Dokument konnte nicht erstellt werden. Bitte versuchen Sie es später noch einmal.'
      ])
    })
  })

  test('results are kept for 24 hours from their end', async ({ database, db, documentJobs, own, booked }) => {
    const made = await documentJobs.started(own.shopUsers.contact, 'StandardLetter', confirmation(booked.first))
    const waiting = await documentJobs.started(own.shopUsers.contact, 'StandardLetter', confirmation(booked.second))
    await database.pool.query(
      `update server_functions set status = 2, file = '\\x25', created_at = now() - interval '25 hours',
        finished_at = now() - interval '23 hours 59 minutes' where job_id = '${made}'`
    )
    await documentJobRetention.removeOld(db, readConfig({}))
    expect((await documentJobs.result(own.shopUsers.contact, made)).envelope.responseData?.fileData).toBe('JQ==')
    await database.pool.query(
      `update server_functions set finished_at = finished_at - interval '2 minutes', created_at = created_at - interval '25 hours'`
    )
    for (const removed of [false, true]) {
      if (removed) await documentJobRetention.removeOld(db, readConfig({}))
      for (const one of [made, waiting])
        expect((await documentJobs.result(own.shopUsers.contact, one)).status).toBe(404)
    }
    expect((await database.pool.query('select 1 from server_functions')).rows).toEqual([])
  })

  test('an evaluation is delivered directly as well', async ({ server, documentJobs, work, own }) => {
    const filter = encodeURIComponent(evaluation(1, 502))
    const { envelope } = await server.call<{ fileData: string }>(
      own.shopUsers.admin,
      `/evaluation/pdf?filter=${filter}`
    )
    const jobId = await documentJobs.started(own.shopUsers.admin, 'Evaluation', evaluation(1, 502))
    await work()
    const made = await documentJobs.file(own.shopUsers.admin, jobId)
    expect(envelope.responseData.fileData).toBe(made.toString('base64'))
    if (withoutPoppler) return
    const [page = ''] = pagesOf(made)
    // Checks two participants at 250 euros, and one.
    expect(page).toMatch(/Lohnverrechnung[^\n]*2[^\n]*500,00/)
    expect(page).toMatch(/Datenschutz[^\n]*1[^\n]*250,00/)
  })
})
