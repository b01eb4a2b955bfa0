import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AsyncStatus } from '@customer-center/contract/server-function'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../platform/database/connection.ts'
import { createLetterTypesetter } from '../letter/letter-typesetter.ts'
import { openMailer } from '../../platform/mail/mailer.ts'
import { startQueue } from '../../platform/queue/start-queue.ts'
import { seedRows } from '../../testing/seed.ts'
import { addCompany, type TestCompany, type TestUser } from '../../testing/company.ts'
import { testDatabases } from '../../testing/test-database.ts'
import {
  type Booked,
  confirmation,
  type FunctionServer,
  participationLetter,
  startFunctions
} from '../../testing/functions.ts'
import { eventually } from '../../testing/mail-fixtures.ts'
import { documentJob } from './document-job.job.ts'
import { removeOldDocumentJobs } from './document-job.repository.ts'

const notMade = 'Das Dokument konnte nicht erstellt werden. Bitte versuchen Sie es später noch einmal.'

describe.each(testDatabases())('a function that does not run smoothly, on the $name database', ({ open }) => {
  let database: Database
  let server: FunctionServer
  let own: TestCompany
  let booked: Booked
  let queue: { stop: () => Promise<void> } | undefined

  beforeAll(async () => {
    database = await open()
    const { db } = database
    own = await addCompany(db, 100)
    const book = seedRows(db)
    await book.addEvent(1, '2026-01-10')
    const { contact } = own.users
    booked = { user: contact, eventId: 1, participantId: await book.addParticipation(contact, 1) }
    const kind = 'participation' as const
    await db
      .insertInto('letters')
      .values({ company: 1, letter_no: participationLetter, kind, caption: 'B', template: 'participation' })
      .execute()
    server = await startFunctions(database)
  })
  afterAll(async () => {
    await server.close()
    await database.close()
  })
  afterEach(async () => {
    await queue?.stop()
    queue = undefined
    await database.pool.query(`delete from server_functions; delete from pgboss.job`)
  })

  const issued = () => database.db.selectFrom('issued_letters').select('number').execute()
  const states = async () => (await database.pool.query<{ state: string }>('select state from pgboss.job')).rows
  async function started(): Promise<string> {
    const { envelope } = await server.start(own.users.contact, 'StandardLetter', confirmation(booked))
    if (!envelope.responseData) throw new Error(envelope.responseResult.Errors[0])
    return envelope.responseData.jobId
  }
  async function failed(jobId: string, sentence: string) {
    await eventually(async () => {
      const { envelope } = await server.result(own.users.contact, jobId)
      expect(envelope).toEqual({
        responseData: { jobId, status: AsyncStatus.failed, fileData: null },
        responseResult: { HTTPReturnCode: 200, RESTReturnCode: 110, Errors: [sentence] }
      })
    })
  }

  test('is tried three times and then fails with a sentence; the next one is made without a new start of the server', async () => {
    const before = await issued()
    const file = join(server.config.dataFolder, 'signing-key.pem')
    await writeFile(file, 'no key')
    queue = await server.work()
    await failed(await started(), notMade)
    await eventually(async () => expect(await states()).toEqual([{ state: 'completed' }]))
    const rows = await database.db.selectFrom('server_functions').select(['failures', 'file']).execute()
    expect(rows).toEqual([{ failures: 3, file: null }])
    expect(await issued()).toEqual(before)
    await rm(file)
    expect((await server.file(own.users.contact, await started())).subarray(0, 5).toString()).toBe('%PDF-')
  })

  test('of a person who has lost access since fails, without a letter', async () => {
    const before = await issued()
    const active = (value: boolean) =>
      database.db.updateTable('contacts').set({ active: value }).where('pvaid', '=', own.users.contact.pvaid).execute()
    const jobId = await started()
    await active(false)
    queue = await server.work()
    await eventually(async () => expect(await states()).toEqual([{ state: 'completed' }]))
    await active(true)
    await failed(jobId, 'Für diesen Aufruf fehlt Ihnen die Berechtigung.')
    expect(await issued()).toEqual(before)
  })

  test('that another process finishes first keeps that result, and no second letter counts', async () => {
    const before = await issued()
    // Comes when the letter is permitted and not yet made.
    await database.pool.query(`
      create function finish_first() returns trigger language plpgsql as $$ begin
        update server_functions set status = 2, file = '\\x25', finished_at = now() where status = 1;
        return new;
      end $$;
      create trigger finish_first before insert on signing_keys for each row execute function finish_first()`)
    const jobId = await started()
    queue = await server.work()
    await eventually(async () => expect(await states()).toEqual([{ state: 'completed' }]))
    await database.pool.query('drop trigger finish_first on signing_keys; drop function finish_first')
    expect((await server.file(own.users.contact, jobId)).toString()).toBe('%')
    expect(await issued()).toEqual(before)
  })

  test('is not taken back when its queue gives it up after it was made', async () => {
    const jobId = await started()
    queue = await server.work()
    const pdf = await server.file(own.users.contact, jobId)
    await queue.stop()
    await database.pool.query(
      `update pgboss.job set state = 'active', started_on = now() - interval '1 day', completed_on = null, retry_count = retry_limit where id = '${jobId}'`
    )
    queue = await server.work()
    await eventually(async () => {
      const { rows } = await database.pool.query(
        `select 1 from pgboss.job where name = 'dead-jobs' and state = 'completed'`
      )
      expect(rows).toHaveLength(1)
    })
    expect(await server.file(own.users.contact, jobId)).toEqual(pdf)
  })

  test('is kept for 24 hours from its end, however long it took', async () => {
    const jobId = await started()
    await database.pool.query(
      `update server_functions set status = 2, file = '\\x25', created_at = now() - interval '25 hours', finished_at = now() - interval '23 hours'`
    )
    await removeOldDocumentJobs(database.db)
    expect((await server.file(own.users.contact, jobId)).toString()).toBe('%')
  })

  test('is nobody’s of another provider, also where a contact has the same number there', async () => {
    const elsewhere = await addCompany(database.db, 100, 2)
    const names = { customerNumber: 'K100-2', userName: 'contact@elsewhere.example' }
    const namesake: TestUser = { ...elsewhere.users.contact, ...names }
    await database.pool.query(`
      update customers set number = '${names.customerNumber}' where company = 2;
      update shop_users set email_address = '${names.userName}' where company = 2 and pvaid = ${namesake.pvaid}`)
    expect(namesake.pvaid).toBe(own.users.contact.pvaid)
    const jobId = await started()
    const missing = await server.result(namesake, '00000000-0000-4000-8000-000000000000')
    const { status, text } = await server.result(namesake, jobId)
    expect([status, text]).toEqual([404, missing.text])
  })

  test('is begun at once by the process that took the request, which does not wait for its next look', async () => {
    const { config, jobNotifier, app } = server
    const parts = {
      config,
      db: database.db,
      mailer: openMailer(config),
      typesetter: createLetterTypesetter(config),
      log: app.log
    }
    const begun: string[] = []
    const patient = {
      ...documentJob,
      // Far longer than this test may take.
      options: () => ({ ...documentJob.options(config), pollMs: 60_000 }),
      run: async (_parts: unknown, { id }: { readonly id: string }) => void begun.push(id)
    }
    queue = await startQueue(parts, [patient], { exclusive: true, pollMs: 60_000, jobNotifier })
    const jobId = await started()
    await eventually(() => expect(begun).toEqual([jobId]))
  })

  test('comes with the first poll if it is made while that waits a moment for it', async () => {
    const jobId = await started()
    const polled = server.result(own.users.contact, jobId)
    // Whatever is asked later and answered has let the poll look.
    for (const _ of [1, 2]) await server.result(own.users.contact, '00000000-0000-4000-8000-000000000000')
    await database.pool.query(`update server_functions set status = 2, file = '\\x25', finished_at = now()`)
    expect((await polled).envelope.responseData).toEqual({ jobId, status: AsyncStatus.done, fileData: 'JQ==' })
  })
})
