import { describe, expect, onTestFinished } from 'vitest'
import { test as documentJobTest } from '../../../../testing/server/document-job-fixtures.ts'
import { type Booked, confirmation, evaluation, hourRecord } from '../../../../testing/server/document-requests.ts'
import { pagesOf, withoutPoppler } from '../../../../testing/server/pdf.ts'
import { addProviderKey } from '../../../../testing/server/provider-keys.ts'
import { readLastLetter } from '../../../../testing/server/verification.ts'

const settings = { routeRights: { 'confirmations/evaluation': ['contact' as const] } }

/** An event of three days with 22.5 hours, and one without days; the provider imports participations in both. */
const test = documentJobTest
  .extend('settings', { scope: 'file' }, settings)
  .extend('put', { scope: 'file' }, async ({ db, server, own }) => {
    const { key } = await addProviderKey(db, { providerId: own.providerId, name: 'erp', scopes: ['read', 'write'] })
    return async (path: string, row: object) => {
      const answer = await fetch(`${server.url}/provider/v1${path}`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify(row)
      })
      return ((await answer.json()) as { readonly row: Readonly<Record<string, unknown>> }).row
    }
  })
  .extend('imported', { scope: 'file' }, async ({ seed, own, put }): Promise<[Booked, Booked]> => {
    const user = own.shopUsers.contact
    await put('/events/E', { eventId: 50, caption: 'Statik', fromDate: '2026-03-02', toDate: '2026-03-04' })
    await put('/events/F', { eventId: 51, caption: 'Beton', fromDate: '2026-03-09' })
    for (const day of [1, 2, 3])
      await put(`/event-dates/E/${day}`, { date: `2026-03-0${day + 1}`, starts: '09:00', ends: '17:30', hours: 7.5 })
    const attended = { contact: user.externalId, attended: true }
    const rows = [
      await put('/participations/T', { ...attended, event: 'E' }),
      await put('/participations/U', { ...attended, event: 'F', hours: 4 })
    ]
    expect(rows).toMatchObject([{ hours: null }, { hours: '4.00' }])
    const [first, second] = rows.map((row) => Number(row['participantId']))
    await seed.addEvaluations({}, { interface_id: 503, template: 'evaluation-attendance' })
    return [
      { user, eventId: 50, participantId: first! },
      { user, eventId: 51, participantId: second! }
    ]
  })
  .extend('textOf', ({ own, documentJobs }) => {
    return async (...request: ['StandardLetter' | 'TimesheetLetter' | 'Evaluation', string]) => {
      const { contact } = own.shopUsers
      const file = await documentJobs.made(contact, ...request)
      return pagesOf(file).join('').replaceAll(/\s+/g, ' ')
    }
  })
  /** Sets `TIMETABLE_HOURS` for the rest of the test. */
  .extend('takeTimetableHours', ({ config }) => () => {
    onTestFinished(() => void Object.assign(config, { timetableHours: false }))
    Object.assign(config, { timetableHours: true })
  })
  .extend(
    'verified',
    ({ server, db }) =>
      () =>
        readLastLetter(server.url, db)
  )

describe.skipIf(withoutPoppler)('hours that nobody has said', () => {
  test('are not on a confirmation, whose days stand', async ({ imported: [first], put, work, textOf, verified }) => {
    await work()
    const text = await textOf('StandardLetter', confirmation(first))
    expect(text).not.toContain('Umfang')
    expect(text.match(/09:00–17:30 7,5/g)).toHaveLength(3)
    expect(await verified()).not.toContain('Stunden')
    expect((await put('/participations/T', { hours: 0 }))['hours']).toBe('0.00')
    expect(await textOf('StandardLetter', confirmation(first))).toContain('Umfang 0 Stunden')
    expect((await put('/participations/T', { hours: null }))['hours']).toBeNull()
    expect(await textOf('StandardLetter', confirmation(first))).not.toContain('Umfang')
  })

  test('are a dash in an hour record, and counted', async ({ imported: [first, second], work, textOf, verified }) => {
    await work()
    const text = await textOf('TimesheetLetter', hourRecord([first, second]))
    expect(text).toContain('Statik – –')
    expect(text).toMatch(/Summe aus 2 Events, 4 für 1 fehlen die Stunden/)
    expect(text).toContain('im Umfang von 4 Stunden (für 1 Event fehlen die Stunden) teilgenommen hat.')
    expect(await verified()).toContain('Summe (Events ohne Stunden: 1) 4')
    const alone = await textOf('TimesheetLetter', hourRecord([first]))
    expect(alone).toMatch(/Summe aus 1 Event, – für 1 fehlen die Stunden/)
    expect(alone).toContain('an den genannten Events teilgenommen hat.')
    expect(alone).not.toContain(' 0 ')
  })

  test('are a dash in evaluations, whose sums say so', async ({ imported: _imported, own, work, textOf }) => {
    await work()
    const filter = { contactCompany: '1', contactId: String(own.shopUsers.contact.personId) }
    const list = await textOf('Evaluation', evaluation(1, 501, filter))
    expect(list).toContain('Stunden, für 1 fehlen sie')
    expect(list).toMatch(/Statik besucht – .*Beton besucht 4 /)
    expect(list).toContain('Summe, für 1 fehlen die Stunden 4')
    expect(await textOf('Evaluation', evaluation(1, 503, filter))).toMatch(/Stunden, für 1 fehlen sie/)
  })

  test('are the sum of the event’s days where the provider sets TIMETABLE_HOURS, if all days have hours', async ({
    imported: [first, second],
    db,
    own,
    put,
    work,
    textOf,
    takeTimetableHours
  }) => {
    takeTimetableHours()
    await work()
    expect(await textOf('StandardLetter', confirmation(first))).toContain('Umfang 22,5 Stunden')
    expect(await textOf('TimesheetLetter', hourRecord([first, second]))).toMatch(/Summe aus 2 Events 26,5/)
    const filter = { contactCompany: '1', contactId: String(own.shopUsers.contact.personId) }
    expect(await textOf('Evaluation', evaluation(1, 501, filter))).toMatch(/Statik besucht 22,5 .*Summe 26,5/)
    expect(await textOf('Evaluation', evaluation(1, 503, filter))).toMatch(/März 2026 2 2 100 % 26,5/)
    await put('/participations/U', { hours: null })
    expect(await textOf('StandardLetter', confirmation(second))).not.toContain('Umfang')
    await put('/participations/U', { hours: 4 })
    expect(await db.selectFrom('participations').select('hours').where('event_id', '=', 50).execute()).toEqual([
      { hours: null }
    ])
  })
})
