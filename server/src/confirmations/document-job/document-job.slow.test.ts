import { AsyncStatus } from '@customer-center/contract/server-function'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../platform/database/connection.ts'
import { removeOldDocumentJobs } from './document-job.repository.ts'
import type { Queue } from '../../platform/queue/start-queue.ts'
import { seedRows } from '../../testing/seed.ts'
import { call } from '../../testing/calls.ts'
import { addCompany, type TestCompany, type TestUser } from '../../testing/company.ts'
import { testDatabases } from '../../testing/test-database.ts'
import {
  type Booked,
  confirmation,
  evaluation,
  type FunctionServer,
  participationLetter,
  startFunctions,
  timesheet,
  timesheetLetter
} from '../../testing/functions.ts'
import { pagesOf, withoutPoppler } from '../../testing/pdf.ts'
import { eventually } from '../../testing/mail-fixtures.ts'

describe.each(testDatabases())('functions in the background, on the $name database', ({ open }) => {
  let database: Database
  let server: FunctionServer
  let own: TestCompany
  let foreign: TestCompany
  let queue: Queue | undefined
  let first: Booked
  let second: Booked
  let ofAdmin: Booked
  let ofForeign: Booked

  async function addParticipation(user: TestUser, eventId: number): Promise<Booked> {
    return { user, eventId, participantId: await book.addParticipation(user, eventId, { hours: 7.5, price: 25_000 }) }
  }
  let book: ReturnType<typeof seedRows>
  beforeAll(async () => {
    database = await open()
    const { db } = database
    own = await addCompany(db, 100)
    foreign = await addCompany(db, 200)
    book = seedRows(db)
    await book.addEvent(1, '2026-01-10', { to_date: '2026-01-11', caption: 'Lohnverrechnung' })
    await book.addEvent(2, '2026-03-12', { caption: 'Datenschutz' })
    first = await addParticipation(own.users.contact, 1)
    second = await addParticipation(own.users.contact, 2)
    ofAdmin = await addParticipation(own.users.admin, 1)
    ofForeign = await addParticipation(foreign.users.contact, 1)
    await db
      .insertInto('letters')
      .values([
        { company: 1, letter_no: participationLetter, kind: 'participation', caption: 'B', template: 'participation' },
        { company: 1, letter_no: timesheetLetter, kind: 'timesheet', caption: 'S', template: 'timesheet' }
      ])
      .execute()
    await db
      .insertInto('evaluations')
      .values([
        { company: 1, interface_id: 501, caption: 'A' },
        { company: 1, interface_id: 502, caption: 'B', template: 'evaluation-costs' },
        { company: 1, interface_id: 503, caption: 'C', template: 'evaluation-attendance' }
      ])
      .execute()
    server = await startFunctions(database, {
      jobsPerUser: 3,
      jobsPerCustomer: 4,
      routeRights: { 'confirmations/evaluation': ['admin', 'contact'] }
    })
  })
  afterAll(async () => {
    await server.close()
    await database.close()
  })
  afterEach(async () => {
    await queue?.stop()
    queue = undefined
    await database.db.deleteFrom('server_functions').execute()
    await database.pool.query(`delete from pgboss.job where name = 'server-function'`)
  })

  const issued = () => database.db.selectFrom('issued_letters').select(['number', 'pvaid', 'kind']).execute()
  async function started(user: TestUser, ...[name, parameter]: [Parameters<FunctionServer['start']>[1], string]) {
    const { envelope } = await server.start(user, name, parameter)
    if (!envelope.responseData) throw new Error(envelope.responseResult.Errors[0])
    return envelope.responseData.jobId
  }

  test('a confirmation is requested, waits, is made, registered once and delivered', async () => {
    const before = (await issued()).length
    const jobId = await started(own.users.contact, 'StandardLetter', confirmation(first))
    expect((await server.result(own.users.contact, jobId)).envelope.responseData).toEqual({
      jobId,
      status: AsyncStatus.requested,
      fileData: null
    })
    queue = await server.work()
    const pdf = await server.file(own.users.contact, jobId)
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
    expect((await issued()).slice(before)).toEqual([
      { number: expect.any(String) as string, pvaid: own.users.contact.pvaid, kind: 'participation' }
    ])
    if (!withoutPoppler) {
      const [page = ''] = pagesOf(pdf)
      expect(page).toContain('Anna contact')
      expect(page).toContain('Lohnverrechnung')
      expect(page).toContain('7,5')
    }
  })

  test('an hour record holds the events that were ticked', async () => {
    const jobId = await started(own.users.admin, 'TimesheetLetter', timesheet([second, first]))
    queue = await server.work()
    const pdf = await server.file(own.users.admin, jobId)
    if (!withoutPoppler) expect(pagesOf(pdf).join('\n')).toMatch(/Lohnverrechnung[\s\S]*Datenschutz[\s\S]*15/)
  })

  test.each([501, 502, 503])('evaluation %i is made', async (interfaceId) => {
    const jobId = await started(own.users.admin, 'Evaluation', evaluation(1, interfaceId))
    queue = await server.work()
    const pdf = await server.file(own.users.admin, jobId)
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  })

  test('the same request is one job while it is open, in whatever order its parameter names things, and a new one later', async () => {
    const parameter = confirmation(first)
    const turned = parameter.split('&').toReversed().join('&')
    const jobId = await started(own.users.contact, 'StandardLetter', parameter)
    expect(await started(own.users.contact, 'StandardLetter', turned)).toBe(jobId)
    expect(await started(own.users.admin, 'StandardLetter', parameter)).not.toBe(jobId)
    queue = await server.work()
    await server.file(own.users.contact, jobId)
    expect(await started(own.users.contact, 'StandardLetter', parameter)).not.toBe(jobId)
  })

  test('two at the same moment are one job, and one place is taken by one of them alone', async () => {
    const parameter = confirmation(first)
    const same = await Promise.all(
      Array.from({ length: 4 }, () => started(own.users.admin, 'StandardLetter', parameter))
    )
    expect(new Set(same).size).toBe(1)
    const answers = await Promise.all(
      [first, second, ofAdmin].map((one) => server.start(own.users.admin, 'TimesheetLetter', timesheet([one])))
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 429])
  })

  test('more than may wait are refused with 429 and Retry-After: for a user, and for all of a customer, but not for others', async () => {
    const { admin, contact } = own.users
    for (const one of [first, second, ofAdmin]) await started(admin, 'TimesheetLetter', timesheet([one]))
    const over = await server.start(admin, 'StandardLetter', confirmation(first))
    expect([over.status, over.headers.get('retry-after'), over.envelope.responseResult.Errors[0]]).toEqual([
      429,
      '10',
      'Es warten bereits viele Dokumente auf ihre Erstellung. Bitte versuchen Sie es in Kürze noch einmal.'
    ])
    await started(contact, 'StandardLetter', confirmation(first))
    expect((await server.start(contact, 'StandardLetter', confirmation(second))).status).toBe(429)
    await started(foreign.users.contact, 'StandardLetter', confirmation(ofForeign))
  })

  test('a job is nobody else’s, not even a colleague’s, and to them as if it did not exist', async () => {
    const jobId = await started(own.users.contact, 'StandardLetter', confirmation(first))
    const missing = await server.result(own.users.admin, '00000000-0000-4000-8000-000000000000')
    expect(missing.status).toBe(404)
    for (const user of [own.users.admin, own.users.shopfull, foreign.users.admin, foreign.users.contact]) {
      expect((await server.result(user, jobId)).text).toBe(missing.text)
    }
    for (const wrong of ['', 'x', `${jobId}0`, jobId.toUpperCase(), "' or 1=1"]) {
      const { status, text } = await server.result(own.users.contact, encodeURIComponent(wrong))
      expect([status, text], wrong).toEqual([404, missing.text])
    }
  })

  test('a finished document is refused once the participation is gone, and delivered again when it is back', async () => {
    const jobId = await started(own.users.contact, 'StandardLetter', confirmation(first))
    queue = await server.work()
    await server.file(own.users.contact, jobId)
    const attended = (value: boolean) =>
      database.db
        .updateTable('participations')
        .set({ attended: value })
        .where('participant_id', '=', first.participantId)
        .execute()
    await attended(false)
    const { envelope } = await server.result(own.users.contact, jobId)
    expect([envelope.responseData, envelope.responseResult]).toEqual([
      null,
      { HTTPReturnCode: 200, RESTReturnCode: 110, Errors: ['Bestätigung nicht verfügbar'] }
    ])
    await attended(true)
    await server.file(own.users.contact, jobId)
  })

  test('what was made with the right to choose participants is refused once that right is gone', async () => {
    const { shopfull } = own.users
    const jobId = await started(shopfull, 'StandardLetter', confirmation(first))
    queue = await server.work()
    await server.file(shopfull, jobId)
    const give = (rights: number) =>
      database.db.updateTable('shop_users').set({ rights }).where('pvaid', '=', shopfull.pvaid).execute()
    await give(3)
    expect((await server.result(shopfull, jobId)).envelope.responseResult.RESTReturnCode).toBe(110)
    await give(2)
    await server.file(shopfull, jobId)
  })

  test('a participation that goes while the job waits fails it with a sentence, without a letter', async () => {
    const before = await issued()
    const jobId = await started(own.users.contact, 'StandardLetter', confirmation(second))
    await database.db
      .updateTable('participations')
      .set({ attended: false })
      .where('participant_id', '=', second.participantId)
      .execute()
    queue = await server.work()
    await eventually(async () => {
      const { envelope } = await server.result(own.users.contact, jobId)
      expect(envelope).toEqual({
        responseData: { jobId, status: AsyncStatus.failed, fileData: null },
        responseResult: { HTTPReturnCode: 200, RESTReturnCode: 110, Errors: ['Bestätigung nicht verfügbar'] }
      })
    })
    expect(await issued()).toEqual(before)
    await database.db
      .updateTable('participations')
      .set({ attended: true })
      .where('participant_id', '=', second.participantId)
      .execute()
  })

  test('a result that was noted in no queue any more is not made a second time', async () => {
    const jobId = await started(own.users.contact, 'StandardLetter', confirmation(first))
    queue = await server.work()
    const pdf = await server.file(own.users.contact, jobId)
    await queue.stop()
    const before = await issued()
    // As if the process had died between the result and the queue's note of it.
    await database.pool.query(
      `update pgboss.job set state = 'retry', completed_on = null, retry_limit = 5 where id = '${jobId}'`
    )
    queue = await server.work()
    await eventually(async () => {
      const { rows } = await database.pool.query<{ state: string }>(
        `select state from pgboss.job where id = '${jobId}'`
      )
      expect(rows).toEqual([{ state: 'completed' }])
    })
    expect(await server.file(own.users.contact, jobId)).toEqual(pdf)
    expect(await issued()).toEqual(before)
  })

  test('one that is given up because its processes died fails with a sentence', async () => {
    const jobId = await started(own.users.contact, 'StandardLetter', confirmation(first))
    await database.pool.query(
      `update pgboss.job set state = 'active', started_on = now() - interval '1 day', retry_count = retry_limit where id = '${jobId}'`
    )
    queue = await server.work()
    await eventually(async () => {
      const { envelope } = await server.result(own.users.contact, jobId)
      expect([envelope.responseData?.status, envelope.responseResult.Errors[0]]).toEqual([
        AsyncStatus.failed,
        'Das Dokument konnte nicht erstellt werden. Bitte versuchen Sie es später noch einmal.'
      ])
    })
  })

  test('results are kept for 24 hours, and a waiting request no longer either', async () => {
    const made = await started(own.users.contact, 'StandardLetter', confirmation(first))
    const waiting = await started(own.users.contact, 'StandardLetter', confirmation(second))
    await database.pool.query(
      `update server_functions set status = 2, file = '\\x25', finished_at = now() - interval '23 hours 59 minutes' where job_id = '${made}'`
    )
    await removeOldDocumentJobs(database.db)
    expect((await server.result(own.users.contact, made)).envelope.responseData?.fileData).toBe('JQ==')
    await database.pool.query(
      `update server_functions set finished_at = finished_at - interval '2 minutes', created_at = created_at - interval '25 hours'`
    )
    for (const removed of [false, true]) {
      if (removed) await removeOldDocumentJobs(database.db)
      for (const one of [made, waiting]) expect((await server.result(own.users.contact, one)).status).toBe(404)
    }
    expect((await database.pool.query('select 1 from server_functions')).rows).toEqual([])
  })

  test('an evaluation is delivered directly as well, with the same file', async () => {
    const headers = await server.headersOf(own.users.admin)
    const filter = encodeURIComponent(evaluation(1, 502))
    const { envelope } = await call<{ fileData: string }>(server.url, `/evaluation/pdf?filter=${filter}`, { headers })
    const jobId = await started(own.users.admin, 'Evaluation', evaluation(1, 502))
    queue = await server.work()
    const made = await server.file(own.users.admin, jobId)
    expect(envelope.responseData.fileData).toBe(made.toString('base64'))
    if (withoutPoppler) return
    const [page = ''] = pagesOf(made)
    // Two participants at 250 euros, and one.
    expect(page).toMatch(/Lohnverrechnung[^\n]*2[^\n]*500,00/)
    expect(page).toMatch(/Datenschutz[^\n]*1[^\n]*250,00/)
  })
})
