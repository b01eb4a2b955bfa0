import { AsyncStatus } from '@customer-center/contract/server-function'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../database/connection.ts'
import type { Queue } from '../queue/start-queue.ts'
import { bookings } from '../testing/bookings.ts'
import { addCompany, type TestCompany, type TestUser } from '../testing/company.ts'
import { testDatabases } from '../testing/fresh-database.ts'
import {
  type Booked,
  confirmation,
  evaluation,
  type FunctionServer,
  participationLetter,
  startFunctions,
  timesheet,
  timesheetLetter
} from '../testing/functions.ts'
import { pagesOf, withoutPoppler } from '../testing/pdf.ts'
import { eventually } from '../testing/post.ts'

describe.each(testDatabases())('functions in the background, on the $name database', ({ open }) => {
  let database: Database
  let server: FunctionServer
  let own: TestCompany
  let foreign: TestCompany
  let queue: Queue | undefined
  let first: Booked
  let second: Booked
  let ofAdmin: Booked

  async function attend(user: TestUser, eventId: number, more: { attended?: boolean } = {}): Promise<Booked> {
    return { user, eventId, participantId: await book.attend(user, eventId, { hours: 7.5, price: 25_000, ...more }) }
  }
  let book: ReturnType<typeof bookings>

  beforeAll(async () => {
    database = await open()
    const { db } = database
    own = await addCompany(db, 100)
    foreign = await addCompany(db, 200)
    book = bookings(db)
    await book.addEvent(1, '2026-01-10', { to_date: '2026-01-11', caption: 'Lohnverrechnung' })
    await book.addEvent(2, '2026-03-12', { caption: 'Datenschutz' })
    first = await attend(own.users.contact, 1)
    second = await attend(own.users.contact, 2)
    ofAdmin = await attend(own.users.admin, 1)
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
  })

  const issued = () => database.db.selectFrom('issued_letters').select(['number', 'pvaid', 'kind']).execute()
  async function started(user: TestUser, ...[name, parameter]: [Parameters<FunctionServer['start']>[1], string]) {
    const { envelope } = await server.start(user, name, parameter)
    if (!envelope.responseData) throw new Error(envelope.responseResult.Errors[0])
    return envelope.responseData.jobId
  }

  test('a confirmation is asked for, waits, is made, registered once and handed out', async () => {
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
    void ofAdmin
    void foreign
    void eventually
  })
})
