import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { KyselyPlugin } from 'kysely'
import { describe, expect, onTestFinished } from 'vitest'
import { AsyncStatus, listJobsSchema } from '@customer-center/contract/server-function'
import { startApp } from '../../../../testing/server/app.ts'
import { addCustomer, type TestShopUser } from '../../../../testing/server/customer.ts'
import { test as documentJobTest } from '../../../../testing/server/document-job-fixtures.ts'
import { confirmation, type Booked } from '../../../../testing/server/document-requests.ts'
import { eventually } from '../../../../testing/server/eventually.ts'
import { pagesOf, withoutPoppler } from '../../../../testing/server/pdf.ts'
import { changeRows } from '../../../../testing/server/rows.ts'
import { openMailer } from '../../platform/mail/mailer.ts'
import { startQueue } from '../../platform/queue/start-queue.ts'
import { createLetterTypesetter } from '../letter/letter-typesetter.ts'
import { documentJob } from './document-job.job.ts'

const notMade = 'Das Dokument konnte nicht erstellt werden. Bitte versuchen Sie es später noch einmal.'

const test = documentJobTest
  .extend('issued', ({ db }) => {
    return () => db.selectFrom('issued_letters').select('number').execute()
  })
  .extend('states', ({ database }) => {
    return async () => (await database.pool.query<{ state: string }>('select state from jobs')).rows
  })
  .extend('startJob', ({ documentJobs, booked }) => {
    return () => documentJobs.started(booked.first.user, 'StandardLetter', confirmation(booked.first))
  })
  .extend('expectFailed', ({ documentJobs, own }) => {
    return (jobId: string, sentence: string) =>
      eventually(async () => {
        const { envelope } = await documentJobs.result(own.shopUsers.contact, jobId)
        expect(envelope).toEqual({
          responseData: { jobId, status: AsyncStatus.failed, fileData: null },
          responseResult: { HTTPReturnCode: 200, RESTReturnCode: 110, Errors: [sentence] }
        })
      })
  })

describe('a document that does not get made smoothly', () => {
  test('is tried three times and then fails with a sentence; the next one is made without a new start of the server', async ({
    db,
    config,
    documentJobs,
    work,
    own,
    issued,
    states,
    startJob,
    expectFailed
  }) => {
    const before = await issued()
    const file = join(config.dataFolder, 'signing-key.pem')
    await writeFile(file, 'no key')
    await work()
    await expectFailed(await startJob(), notMade)
    await eventually(async () => expect(await states()).toEqual([{ state: 'refused' }]))
    const rows = await db.selectFrom('server_functions').select(['failures', 'file']).execute()
    expect(rows).toEqual([{ failures: 3, file: null }])
    expect(await issued()).toEqual(before)
    await rm(file)
    expect((await documentJobs.file(own.shopUsers.contact, await startJob())).subarray(0, 5).toString()).toBe('%PDF-')
  })

  test('with a letter no font has fails by it', async ({ server, db, work, own, issued, startJob, expectFailed }) => {
    const before = await issued()
    const { personId } = own.shopUsers.contact
    const name = (last_name: string) => changeRows(db, 'persons', { person_id: personId }, { last_name })
    onTestFinished(async () => {
      await changeRows(db, 'persons', { person_id: personId }, { first_name: 'Anna', last_name: 'contact' })
    })
    const sentence = (sign: string) =>
      `Der Name enthält ein Zeichen, das wir nicht drucken können: „${sign}“. Bitte wenden Sie sich an uns.`
    await name('Sommerสom')
    await work()
    await expectFailed(await startJob(), sentence('ส'))
    await name('कि')
    await expectFailed(await startJob(), sentence('कि'))
    const both = { first_name: '💼', last_name: '🎓' }
    await changeRows(db, 'persons', { person_id: personId }, both)
    await expectFailed(await startJob(), sentence('💼'))
    const lines = server.log().split('\n')
    expect(lines.filter((line) => line.includes('a document cannot be printed'))).toEqual([
      expect.stringContaining('"reason":"no font has U+0E2A"'),
      expect.stringContaining('"reason":"no font has U+0915 U+093F"'),
      expect.stringContaining('"reason":"no font has U+1F4BC"')
    ])
    for (const word of ['Sommer', 'ส', 'कि']) expect(server.log()).not.toContain(word)
    expect(await issued()).toEqual(before)
  })

  test.skipIf(withoutPoppler)(
    'prints no emoji, a letter without its marks if no font has both, and never a box',
    async ({ db, documentJobs, work, own, startJob }) => {
      const { personId } = own.shopUsers.contact
      const name = (last_name: string) => changeRows(db, 'persons', { person_id: personId }, { last_name })
      onTestFinished(async () => void (await name('contact')))
      await name('X\u{1AB0}ho 👩‍👩‍👧🎉 𝓦ong 🇦🇹 😀')
      await work()
      const [page] = pagesOf(await documentJobs.file(own.shopUsers.contact, await startJob()))
      expect(page).toMatch(/^ *Anna Xho Wong$/m)
      expect(page).not.toMatch(/[□\uFFFD]/)
    }
  )

  test('of a person without access now fails', async ({ db, work, own, issued, states, startJob, expectFailed }) => {
    const before = await issued()
    const active = (value: boolean) =>
      changeRows(db, 'contacts', { contact_id: own.shopUsers.contact.contactId }, { active: value })
    const jobId = await startJob()
    await active(false)
    await work()
    await eventually(async () => expect(await states()).toEqual([{ state: 'completed' }]))
    await active(true)
    await expectFailed(jobId, 'Für diesen Aufruf fehlt Ihnen die Berechtigung.')
    expect(await issued()).toEqual(before)
  })

  test('that another process finishes first keeps that result, and no second letter counts', async ({
    database,
    documentJobs,
    work,
    own,
    issued,
    states,
    startJob
  }) => {
    const before = await issued()
    // The trigger comes when the letter is permitted and not yet made.
    await database.pool.query(`
      create function finish_first() returns trigger language plpgsql as $$ begin
        update server_functions set status = 2, file = '\\x25', finished_at = now() where status = 1;
        return new;
      end $$;
      create trigger finish_first before insert on signing_keys for each row execute function finish_first()`)
    const jobId = await startJob()
    await work()
    await eventually(async () => expect(await states()).toEqual([{ state: 'completed' }]))
    await database.pool.query('drop trigger finish_first on signing_keys; drop function finish_first')
    expect((await documentJobs.file(own.shopUsers.contact, jobId)).toString()).toBe('%')
    expect(await issued()).toEqual(before)
  })

  test('is not taken back once it is made', async ({ database, documentJobs, work, own, startJob }) => {
    const jobId = await startJob()
    const queue = await work()
    const pdf = await documentJobs.file(own.shopUsers.contact, jobId)
    await queue.stop()
    await database.pool.query(
      `update jobs set state = 'running', due_at = now(), ended_at = null, attempts = 100 where id = '${jobId}'`
    )
    await work()
    await eventually(async () => {
      const { rows } = await database.pool.query(`select 1 from jobs where state = 'failed'`)
      expect(rows).toHaveLength(1)
    })
    expect(await documentJobs.file(own.shopUsers.contact, jobId)).toEqual(pdf)
  })

  test('is nobody’s of another provider', async ({ database, db, documentJobs, own, startJob }) => {
    const elsewhere = await addCustomer(db, 100, 2)
    const names = { customerNumber: 'K100-2', userName: 'contact@elsewhere.example' }
    const namesake: TestShopUser = { ...elsewhere.shopUsers.contact, ...names }
    await database.pool.query(`
      update customers set number = '${names.customerNumber}' where provider_id = 2;
      update shop_users set email_address = '${names.userName}' where provider_id = 2 and contact_id = ${namesake.contactId}`)
    expect(namesake.contactId).toBe(own.shopUsers.contact.contactId)
    const jobId = await startJob()
    const missing = await documentJobs.result(namesake, '00000000-0000-4000-8000-000000000000')
    const { status, text } = await documentJobs.result(namesake, jobId)
    expect([status, text]).toEqual([404, missing.text])
  })

  test('is begun at once by the process that took the request', async ({ db, server, config, startJob }) => {
    const { jobNotifier, app } = server
    const parts = {
      config,
      db,
      mailer: openMailer(config),
      typesetter: createLetterTypesetter(config),
      log: app.log
    }
    const begun: string[] = []
    const patient = {
      ...documentJob,
      // The pause is far longer than this test may take.
      options: () => ({ ...documentJob.options(config), pollMs: 60_000 }),
      run: async (_parts: unknown, { id }: { readonly id: string }) => void begun.push(id)
    }
    const queue = await startQueue(parts, [patient], { exclusive: true, pollMs: 60_000, jobNotifier })
    onTestFinished(() => queue.stop())
    const jobId = await startJob()
    await eventually(() => expect(begun).toEqual([jobId]))
  })

  test('comes with the first poll if it is made meanwhile', async ({ database, db, own, startJob }) => {
    const jobId = await startJob()
    // It is new also for the first look of a busy machine.
    await database.pool.query(`update server_functions set created_at = now() + interval '1 minute'`)
    const looks: unknown[] = []
    /** Makes the document when the first look has found none. */
    const afterALook: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        const [row] = result.rows
        if (!row || !('recent' in row)) return result
        looks.push(row['status'])
        await database.pool.query(`update server_functions set status = 2, file = '\\x25', finished_at = now()`)
        return result
      }
    }
    const server = await startApp({ ...database, db: db.withPlugin(afterALook) })
    onTestFinished(server.close)
    const { envelope } = await server.call(own.shopUsers.contact, `/function/getasyncresult?jobId=${jobId}`)
    expect(envelope.responseData).toEqual({ jobId, status: AsyncStatus.done, fileData: 'JQ==' })
    expect(looks).toEqual([AsyncStatus.requested, AsyncStatus.done])
  })
})

test('a failed job is removed by its owner alone', async ({ db, server, own, foreign, booked, documentJobs }) => {
  const start = (booking: Booked, caption: string) =>
    documentJobs.started(booking.user, 'StandardLetter', confirmation(booking), caption)
  const [broken, waiting] = [await start(booked.first, 'Kaputt'), await start(booked.second, 'Wartet')]
  const failed = { status: AsyncStatus.failed, finished_at: new Date(), error: 'Kaputt.' }
  await changeRows(db, 'server_functions', { job_id: broken }, failed)
  const captions = async () => {
    const { envelope } = await server.call(own.shopUsers.contact, '/function/list')
    return listJobsSchema.data.parse(envelope.responseData).map(({ caption }) => caption)
  }
  const remove = async (user: TestShopUser, jobId: string) =>
    (await server.save(user, ['POST', '/function/remove'], { jobId })).status
  for (const user of [foreign.shopUsers.contact, own.shopUsers.admin]) expect(await remove(user, broken)).toBe(200)
  expect(await remove(own.shopUsers.contact, waiting)).toBe(200)
  expect(await remove(own.shopUsers.contact, 'no id')).toBe(200)
  expect((await captions()).toSorted()).toEqual(['Kaputt', 'Wartet'])
  expect(await remove(own.shopUsers.contact, broken)).toBe(200)
  expect(await captions()).toEqual(['Wartet'])
})
