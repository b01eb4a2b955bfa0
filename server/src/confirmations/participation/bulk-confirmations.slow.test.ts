import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import type { ConfirmableParticipants } from '@customer-center/contract/letter'
import { everyRight as rights, type RightName } from '@customer-center/contract/rights'
import type { TestShopUser } from '../../../../testing/server/customer.ts'
import { test as documentJobTest } from '../../../../testing/server/document-job-fixtures.ts'
import { type Booked, bulkConfirmation, participationLetter } from '../../../../testing/server/document-requests.ts'
import { inspect, pagesOf, withoutPoppler, withoutQpdf } from '../../../../testing/server/pdf.ts'
import { readZip } from '../../../../testing/server/read-zip.ts'
import { changeRows } from '../../../../testing/server/rows.ts'
import { seedRows } from '../../../../testing/server/seed.ts'
import { readPage, visitor } from '../../../../testing/server/verification.ts'
import { revokeLetter } from '../verification/issued-letter.repository.ts'

const event = 7
// The right `none` is left out: its contact takes part in the event, too, but did not come.
const everyRight = rights as readonly Exclude<RightName, 'none'>[]

const test = documentJobTest
  .extend('settings', { scope: 'file' }, { trustProxy: ['127.0.0.1'], jobsPerUser: 100, jobsPerCustomer: 100 })
  /** Adds one participation of each right's contact, and others that may not be confirmed with them. */
  .extend('holding', { scope: 'file' }, async ({ db, own, foreign }) => {
    const book = seedRows(db)
    await book.addEvent(event, '2026-03-12', { caption: 'Lohn / Gehalt' })
    await book.addEvent(event, '2026-04-12', { no: 2 })
    const take = async (user: TestShopUser, more: { no?: number; attended?: boolean } = {}): Promise<Booked> => ({
      user,
      eventId: event,
      participantId: await book.addParticipation(user, event, more)
    })
    return {
      admin: await take(own.shopUsers.admin),
      shopfull: await take(own.shopUsers.shopfull),
      contact: await take(own.shopUsers.contact),
      shoplight: await take(own.shopUsers.shoplight),
      planned: await take(own.shopUsers.none, { attended: false }),
      otherHolding: await take(own.shopUsers.contact, { no: 2 }),
      foreign: await take(foreign.shopUsers.contact)
    }
  })
  .extend('listed', ({ server }) => async (user: TestShopUser, eventId: number, no = 1) => {
    const path = `/eventmanager/lettersbyevent?eventId=${eventId}&no=${no}`
    return server.call<ConfirmableParticipants | null>(user, path)
  })
  .extend('issued', ({ db }) => {
    return () =>
      db.selectFrom('issued_letters').select(['number', 'contact_id', 'sha256']).orderBy('contact_id').execute()
  })
  .extend('upload', ({ server }) => async (bytes: Uint8Array) => {
    const body = new FormData()
    body.append('file', new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }), 'Bestätigungen.pdf')
    return readPage(await fetch(`${server.url}/verify/file`, { method: 'POST', body, headers: visitor() }))
  })

describe('the confirmations of all participants of an event', () => {
  test.for(everyRight)('%s is told whom it may have confirmed', async (right, { listed, own, foreign, holding }) => {
    const all = right === 'admin' || right === 'shopfull'
    const { envelope } = await listed(own.shopUsers[right], event)
    expect(envelope.responseData?.letterNo).toBe(participationLetter)
    const expected = all ? everyRight.map((each) => holding[each]) : [holding[right]]
    expect(new Set(envelope.responseData?.participantIds)).toEqual(new Set(expected.map((one) => one.participantId)))
    const names = all ? everyRight.map((each) => `Anna ${each}`) : [`Anna ${right}`]
    expect(envelope.responseData?.names.toSorted()).toEqual(names.toSorted())
    const missing = await listed(own.shopUsers[right], 999_999)
    expect(missing.envelope.responseResult.Errors).toEqual(['Bestätigung nicht verfügbar'])
    expect((await listed(own.shopUsers[right], event, 9)).text).toBe(missing.text)
    expect((await listed(foreign.shopUsers[right], 1, 2)).text).toBe(missing.text)
  })

  test('one PDF has each on a page, made once', async ({ documentJobs, work, own, holding, issued, upload, db }) => {
    const before = (await issued()).length
    const parts = [holding.contact, holding.admin, holding.shoplight] as const
    const jobId = await documentJobs.started(own.shopUsers.admin, 'StandardLetters', bulkConfirmation(parts, 'PDF'))
    const [first, ...rest] = parts
    const again = bulkConfirmation([first, ...rest.toReversed()], 'PDF')
    expect(await documentJobs.started(own.shopUsers.admin, 'StandardLetters', again)).toBe(jobId)
    await work()
    const pdf = await documentJobs.file(own.shopUsers.admin, jobId)
    const letters = (await issued()).slice(0, before + 3)
    expect(letters).toHaveLength(before + 3)
    expect(new Set(letters.map(({ number }) => number)).size).toBe(3)
    expect((await upload(pdf)).result).toBe('Echt: 3 Bestätigungen')
    await revokeLetter(db, letters[0]?.number ?? '', 'Irrtum')
    const page = await upload(pdf)
    expect(page.result).toBe('Zurückgezogen: 1 von 3 Bestätigungen')
    expect(page.text.match(/<h3>/g)).toHaveLength(3)
    expect(page.text).toMatch(/<h3>Anna \w+ – am \d\d\.\d\d\.\d{4} zurückgezogen<\/h3>/)
    expect((await upload(Buffer.concat([pdf, Buffer.from('\n%%EOF')]))).result).toBe('Unbekannt')
    if (withoutPoppler || withoutQpdf) return
    const pages = pagesOf(pdf)
    expect(pages.map((text) => /Anna (\w+)/.exec(text)?.[1])).toEqual(['admin', 'contact', 'shoplight'])
    for (const text of pages) {
      expect(text).toContain('Seite 1 von 1')
      // Each has the brand, and no head of a further page over it.
      expect(text).not.toContain('Teilnahmebestätigungen Lohn')
      expect(letters.filter(({ number }) => text.replaceAll('-', '').includes(number))).toHaveLength(1)
    }
    expect(inspect('qpdf', pdf, '--check')).toContain('No syntax or stream encoding errors')
    expect(inspect('pdfinfo', pdf)).toMatch(/Title:\s+Teilnahmebestätigungen Lohn \/ Gehalt[^]*Tagged:\s+yes/)
    expect(inspect('pdfinfo', pdf, '-meta')).toMatch(/<pdfuaid:part>1</)
    expect(inspect('pdfinfo', pdf, '-struct').match(/^\s*H1/gm)).toHaveLength(3)
  })

  test('a ZIP file has each as a genuine document', async ({ documentJobs, work, own, holding, upload }) => {
    const parts = [holding.contact, holding.admin] as const
    const jobId = await documentJobs.started(own.shopUsers.shopfull, 'StandardLetters', bulkConfirmation(parts, 'ZIP'))
    await work()
    const entries = await readZip(await documentJobs.file(own.shopUsers.shopfull, jobId))
    expect([...entries.keys()]).toEqual([
      '12.03.2026 Lohn - Gehalt (Anna admin).pdf',
      '12.03.2026 Lohn - Gehalt (Anna contact).pdf'
    ])
    for (const pdf of entries.values()) expect((await upload(pdf)).result).toBe('Echt')
  })

  test('is closed for others, and who lost one of them', async ({ db, documentJobs, work, own, holding }) => {
    const parts = [holding.shopfull, holding.contact] as const
    const jobId = await documentJobs.started(own.shopUsers.shopfull, 'StandardLetters', bulkConfirmation(parts, 'PDF'))
    await work()
    await documentJobs.file(own.shopUsers.shopfull, jobId)
    expect((await documentJobs.result(own.shopUsers.admin, jobId)).status).toBe(404)
    const setAttended = (attended: boolean) =>
      changeRows(db, 'participations', { participant_id: holding.contact.participantId }, { attended })
    await setAttended(false)
    const { envelope } = await documentJobs.result(own.shopUsers.shopfull, jobId)
    expect(envelope.responseResult.Errors).toEqual(['Bestätigung nicht verfügbar'])
    await setAttended(true)
  })

  test('more than can be checked as one file are refused at once, with a sentence', async ({ db, listed, own }) => {
    const book = seedRows(db)
    await book.addEvent(8, '2026-03-12')
    const { personId, contactId } = own.shopUsers.contact
    // Copies rows of the one contact, each with a number of its own.
    const copies = (table: string, column: string, more: string, where: string) =>
      `insert into ${table} select (jsonb_populate_record(one, jsonb_build_object('${column}', 70000 + n ${more}))).*
       from ${table} one, generate_series(1, 201) n where ${where}`
    await db.transaction().execute(async (trx) => {
      for (const statement of [
        copies('persons', 'person_id', '', `provider_id = 1 and person_id = ${personId}`),
        copies(
          'contacts',
          'contact_id',
          `, 'person_id', 70000 + n, 'external_id', gen_random_uuid()`,
          `provider_id = 1 and contact_id = ${contactId}`
        )
      ])
        await sql.raw(statement).execute(trx)
    })
    for (let n = 1; n <= 201; n += 1)
      await book.addParticipation({ ...own.shopUsers.contact, contactId: 70_000 + n }, 8, {
        participant_id: 70_000 + n
      })
    const { status, envelope } = await listed(own.shopUsers.admin, 8)
    expect([status, envelope.responseResult.Errors[0]]).toEqual([
      400,
      'Es können höchstens 200 Bestätigungen auf einmal erstellt werden. Bitte erstellen Sie sie einzeln.'
    ])
  })
})
