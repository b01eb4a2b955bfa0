import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { test as documentJobTest } from '../../../../testing/server/document-job-fixtures.ts'
import { bulkConfirmation, confirmation, evaluation, hourRecord } from '../../../../testing/server/document-requests.ts'
import { sharedFolder } from '../../../../testing/server/new-folder.ts'
import { changeRows, readRow } from '../../../../testing/server/rows.ts'
import { revokeLetter } from '../verification/issued-letter.repository.ts'

const letterTemplates = sharedFolder()

const test = documentJobTest
  .extend(
    'settings',
    { scope: 'file' },
    {
      letterTemplates,
      routeRights: { 'confirmations/evaluation': ['admin'] }
    }
  )
  /** Makes a letter and returns its job. */
  .extend('made', ({ documentJobs, own, booked }) => async (whose: 'first' | 'second' = 'first') => {
    const jobId = await documentJobs.started(own.shopUsers.contact, 'StandardLetter', confirmation(booked[whose]))
    await documentJobs.file(own.shopUsers.contact, jobId)
    return jobId
  })
  .extend('issued', ({ db }) => {
    return async () => (await db.selectFrom('issued_letters').select('number').execute()).length
  })

describe('a letter that is asked for again within a day', () => {
  test('is the one that was made', async ({ work, made, issued, documentJobs, own, booked }) => {
    await work()
    const before = await issued()
    const jobId = await made()
    expect(await made()).toBe(jobId)
    expect(await made('second')).not.toBe(jobId)
    const { contact, admin } = own.shopUsers
    const record = await documentJobs.started(contact, 'TimesheetLetter', hourRecord([booked.first, booked.second]))
    await documentJobs.file(contact, record)
    const again = hourRecord([booked.second, booked.first])
    expect(await documentJobs.started(contact, 'TimesheetLetter', again)).toBe(record)
    expect(await documentJobs.started(admin, 'StandardLetter', confirmation(booked.first))).not.toBe(jobId)
    expect(await issued()).toBe(before + 3)
  })

  test('is a new one when its data, template or day have changed', async ({ work, made, db, database }) => {
    await work()
    const jobs = [await made()]
    await changeRows(db, 'events', { event_id: 1 }, { caption: 'Lohnverrechnung neu' })
    jobs.push(await made())
    const { letter_number } = await readRow(db, 'server_functions', { job_id: jobs[1] ?? '' })
    await revokeLetter(db, letter_number, 'Verwechslung')
    jobs.push(await made())
    await writeFile(join(letterTemplates, 'logo.svg'), '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
    jobs.push(await made())
    expect(new Set(jobs).size).toBe(4)
    expect(await made()).toBe(jobs[3])
    await database.pool.query(`update server_functions set finished_at = now() - interval '25 hours'`)
    expect(jobs).not.toContain(await made())
  })
})

describe('documents of a day', () => {
  const tooMany =
    'In den letzten 24 Stunden wurden schon sehr viele Dokumente erstellt. Bitte erstellen Sie weitere erst morgen.'

  test('are a thousand letters for a person and three thousand for a customer, of which an evaluation takes ten and several letters each one', async ({
    seed,
    documentJobs,
    server,
    own,
    foreign,
    booked,
    database
  }) => {
    await seed.addEvaluations({})
    const { admin, contact } = own.shopUsers
    const spent = (cost: number) => database.pool.query(`update server_functions set cost = ${cost}`)
    const tried = async (...request: Parameters<typeof documentJobs.start>) => {
      const { status, envelope, headers } = await documentJobs.start(...request)
      return [status, headers.get('retry-after'), envelope.responseResult.Errors[0]]
    }
    const refused = [429, '3600', tooMany]
    await documentJobs.started(admin, 'StandardLetter', confirmation(booked.first))
    await spent(991)
    expect(await tried(admin, 'Evaluation', evaluation(1, 501))).toEqual(refused)
    const filter = encodeURIComponent(evaluation(1, 501))
    const { status, envelope } = await server.call(admin, `/evaluation/pdf?filter=${filter}`)
    expect([status, envelope.responseResult.Errors[0]]).toEqual([429, tooMany])
    await spent(999)
    expect(await tried(admin, 'StandardLetters', bulkConfirmation([booked.first, booked.admin], 'PDF'))).toEqual(
      refused
    )
    await documentJobs.started(admin, 'StandardLetters', bulkConfirmation([booked.first], 'PDF'))
    expect(await tried(admin, 'StandardLetter', confirmation(booked.second))).toEqual(refused)
    // A job that waits already is still the same job.
    await documentJobs.started(admin, 'StandardLetter', confirmation(booked.first))
    await documentJobs.started(contact, 'StandardLetter', confirmation(booked.first))
    await spent(1000)
    expect(await tried(contact, 'StandardLetter', confirmation(booked.second))).toEqual(refused)
    expect(await tried(own.shopUsers.shopfull, 'StandardLetter', confirmation(booked.second))).toEqual(refused)
    await documentJobs.started(foreign.shopUsers.contact, 'StandardLetter', confirmation(booked.foreign))
    await database.pool.query(`update server_functions set created_at = now() - interval '25 hours'`)
    await documentJobs.started(admin, 'StandardLetter', confirmation(booked.second))
  })
})
