import { describe, expect } from 'vitest'
import { everyRight, type RightName } from '@customer-center/contract/rights'
import type { FunctionStart } from '@customer-center/contract/server-function'
import { startApp } from '../../../../testing/server/app.ts'
import { addCompany, type TestUser } from '../../../../testing/server/company.ts'
import { documentJobsOf, test as documentJobTest } from '../../../../testing/server/document-job-fixtures.ts'
import {
  type Booked,
  confirmation,
  evaluation,
  participationLetter,
  hourRecord,
  hourRecordLetter
} from '../../../../testing/server/document-requests.ts'
import { addRows } from '../../../../testing/server/rows.ts'
import { seedRows } from '../../../../testing/server/seed.ts'
import type { Config } from '../../platform/config/config.ts'

const routeRights: Config['routeRights'] = { 'confirmations/evaluation': ['admin', 'contact'] }

type Whose = RightName | 'planned' | 'running' | 'foreign' | 'elsewhere'

const test = documentJobTest
  .extend('settings', { scope: 'file' }, { routeRights, jobsPerUser: 1000, jobsPerCustomer: 1000 })
  .extend('elsewhere', { scope: 'file' }, ({ db }) => addCompany(db, 300, 2))
  /** A participation of each right's contact, two that do not count yet, and two of others. */
  .extend(
    'participations',
    { scope: 'file' },
    async ({ db, own, foreign, elsewhere }): Promise<Record<Whose, Booked>> => {
      const book = seedRows(db)
      const other = seedRows(db, 2)
      await book.addEvent(1, '2026-01-10')
      await book.addEvent(2, '2026-01-10')
      await book.addEvent(3, '2026-01-10', { to_date: '2200-01-01' })
      await other.addEvent(1, '2026-01-10')
      const addParticipation = async (user: TestUser, eventId: number, attended = true): Promise<Booked> => {
        const by = user.company === 2 ? other : book
        return { user, eventId, participantId: await by.addParticipation(user, eventId, { attended }) }
      }
      const ofRights = {} as Record<RightName, Booked>
      for (const right of everyRight) ofRights[right] = await addParticipation(own.users[right], 1)
      return {
        ...ofRights,
        planned: await addParticipation(own.users.contact, 2, false),
        running: await addParticipation(own.users.contact, 3),
        foreign: await addParticipation(foreign.users.contact, 1),
        elsewhere: await addParticipation(elsewhere.users.contact, 1)
      }
    }
  )
  .extend('count', ({ db }) => {
    return async () => (await db.selectFrom('server_functions').select('job_id').execute()).length
  })
  .extend('ask', ({ documentJobs }) => {
    return async (user: TestUser, name: FunctionStart['functionName'], parameter: string) => {
      const { status, text, envelope } = await documentJobs.start(user, name, parameter)
      return { status, text, taken: envelope.responseData !== null, error: envelope.responseResult.Errors[0] }
    }
  })
  .extend('missingText', ({ ask, own, participations }) => {
    return async (name: 'StandardLetter' | 'TimesheetLetter' | 'Evaluation'): Promise<string> => {
      const nothing = { ...participations.admin, eventId: 999_999, participantId: 999_999 }
      const parameter = {
        StandardLetter: confirmation(nothing),
        TimesheetLetter: hourRecord([nothing]),
        Evaluation: evaluation(1, 999_999)
      }
      return (await ask(own.users.admin, name, parameter[name])).text
    }
  })

describe('what a document may be requested for', () => {
  test.beforeAll(async ({ db, participations: _participations, letters: _letters }) => {
    const letter = { kind: 'participation' as const }
    await db
      .insertInto('letters')
      .values([
        { ...letter, company: 2, letter_no: participationLetter },
        { ...letter, company: 2, letter_no: hourRecordLetter, kind: 'timesheet' },
        // Every provider numbers its own letters.
        { ...letter, company: 1, letter_no: 21 },
        { ...letter, company: 2, letter_no: 22 }
      ])
      .execute()
    const evaluations = [1, 2].map((company) => ({ company, interface_id: 500 + company, caption: 'A' }))
    await db.insertInto('evaluations').values(evaluations).execute()
  })

  test.for(everyRight)(
    '%s: own ones are taken; others’ only with the right to choose participants',
    async (right, { own, participations, count, ask, missingText }) => {
      const others = right === 'admin' || right === 'shopfull'
      const user = own.users[right]
      const [confirmationMissing, hourRecordMissing] = [
        await missingText('StandardLetter'),
        await missingText('TimesheetLetter')
      ]
      for (const whose of everyRight) {
        const expected = others || whose === right
        const one = await ask(user, 'StandardLetter', confirmation(participations[whose]))
        const record = await ask(user, 'TimesheetLetter', hourRecord([participations[whose]]))
        expect([one.taken, record.taken], whose).toEqual([expected, expected])
        if (!expected) expect([one.text, record.text]).toEqual([confirmationMissing, hourRecordMissing])
      }
      const before = await count()
      for (const wrong of [
        participations.foreign,
        participations.elsewhere,
        participations.planned,
        participations.running
      ]) {
        expect((await ask(user, 'StandardLetter', confirmation(wrong))).text).toBe(confirmationMissing)
        expect((await ask(user, 'TimesheetLetter', hourRecord([wrong]))).text).toBe(hourRecordMissing)
      }
      expect(await count()).toBe(before)
    }
  )

  test('one foreign id refuses it as if missing', async ({ own, foreign, participations, count, ask, missingText }) => {
    const missing = await missingText('StandardLetter')
    const wrong: Record<string, string[]> = {
      letterNo: ['999', '22', String(hourRecordLetter)],
      company: ['2', '999'],
      id: [String(foreign.id), '999999'],
      contactCompany: ['2', '999'],
      contactId: [String(own.users.admin.personId), String(foreign.users.contact.personId), '999999'],
      eventId: ['2', '999999'],
      participantId: [participations.admin, participations.foreign, participations.elsewhere].map(({ participantId }) =>
        String(participantId)
      )
    }
    for (const [name, values] of Object.entries(wrong)) {
      for (const value of values) {
        const { text } = await ask(
          own.users.admin,
          'StandardLetter',
          confirmation(participations.contact, { [name]: value })
        )
        // A participation of provider 2 may have the number of an own one.
        if (name === 'participantId' && value === String(participations.contact.participantId)) continue
        expect(text, `${name}=${value}`).toBe(missing)
      }
    }
    expect(await count()).toBe(0)
  })

  test('a letter of one event or of one holding of it confirms no other', async ({ db, own, participations, ask }) => {
    await seedRows(db).addEvent(1, '2026-02-10', { no: 2 })
    const letter = { company: 1, kind: 'participation' as const }
    const bound: [letter_no: number, event_id: number, no: number | null, fits: boolean][] = [
      [31, 1, null, true],
      [32, 1, 1, true],
      [33, 1, 2, false],
      [34, 2, null, false]
    ]
    const rowsOf = bound.map(([letter_no, event_id, no]) => ({ ...letter, letter_no, event_id, no }))
    await db.insertInto('letters').values(rowsOf).execute()
    for (const [letterNo, , , fits] of bound) {
      const parameter = confirmation(participations.contact, { letterNo: String(letterNo) })
      expect((await ask(own.users.contact, 'StandardLetter', parameter)).taken, String(letterNo)).toBe(fits)
    }
  })

  test('of a person of two customers each gets its own', async ({ db, own, foreign, ask, missingText }) => {
    const { personId } = own.users.contact
    const person = { contact_company: 1, contact_id: personId, custom_field16: null, custom_field17: null }
    const link = { company: 1, pvaid: 9001, id: foreign.id }
    await addRows(db, 'contacts', { ...link, ...person, display_email: null })
    const there = { ...link, participant_id: 9001, event_id: 1, no: 1, attended: true }
    await db.insertInto('participations').values(there).execute()
    const asOwn: Booked = { user: own.users.contact, eventId: 1, participantId: 9001 }
    const asTheirs: Booked = { ...asOwn, user: { ...asOwn.user, id: foreign.id } }
    const { admin } = own.users
    for (const wrong of [asOwn, asTheirs])
      expect((await ask(admin, 'StandardLetter', confirmation(wrong))).text).toBe(await missingText('StandardLetter'))
    expect((await ask(foreign.users.admin, 'StandardLetter', confirmation(asTheirs))).taken).toBe(true)
    await db.deleteFrom('participations').where('participant_id', '=', 9001).execute()
    await db.deleteFrom('contacts').where('pvaid', '=', 9001).execute()
  })

  test('one foreign event or id refuses the whole hour record', async ({ own, participations, ask, missingText }) => {
    const missing = await missingText('TimesheetLetter')
    const mine = participations.contact
    const mixed = [participations.admin, participations.foreign, participations.planned, participations.running].map(
      ({ eventId, participantId }) => ({
        user: mine.user,
        eventId,
        participantId
      })
    )
    for (const other of mixed) {
      for (const list of [[mine, other] as const, [other, mine] as const]) {
        expect((await ask(own.users.admin, 'TimesheetLetter', hourRecord([...list]))).text).toBe(missing)
      }
    }
    const constants: Record<number, string[]> = { 1: ['2'], 3: ['2'], 4: ['999'], 5: ['2'], 6: ['999'], 7: ['2'] }
    for (const [key, values] of Object.entries(constants)) {
      for (const value of values) {
        const parameter = hourRecord([mine], { constants: { [Number(key)]: value } })
        expect((await ask(own.users.admin, 'TimesheetLetter', parameter)).text, `${key}:${value}`).toBe(missing)
      }
    }
    for (const key of [4, 5, 6, 7]) {
      const parameter = hourRecord([mine], { constants: { [key]: null } })
      expect((await ask(own.users.admin, 'TimesheetLetter', parameter)).taken, `without ${key}`).toBe(true)
    }
  })

  test.for(everyRight)(
    '%s gets evaluations as the provider opened them, of itself or of all',
    async (right, { server, own, foreign, ask, missingText }) => {
      const user = own.users[right]
      const may = right === 'admin' || right === 'contact'
      const named = (whose: TestUser) => ({ contactCompany: '1', contactId: String(whose.personId) })
      const about = async (parameter: string) => {
        const { status, taken, text } = await ask(user, 'Evaluation', parameter)
        const pdf = await server.call(user, `/evaluation/pdf?filter=${encodeURIComponent(parameter)}`)
        expect(pdf.envelope.responseData !== null).toBe(taken)
        if (!taken) expect(pdf.text).toBe(text)
        return { status, taken, text }
      }
      if (!may) {
        expect((await about(evaluation(1, 501))).status).toBe(403)
        return
      }
      const missing = await missingText('Evaluation')
      expect((await about(evaluation(1, 501))).taken).toBe(true)
      expect((await about(evaluation(1, 501, named(user)))).taken).toBe(true)
      expect((await about(evaluation(1, 501, named(own.users.shoplight)))).taken).toBe(right === 'admin')
      for (const parameter of [
        evaluation(1, 502),
        evaluation(2, 501),
        evaluation(2, 502),
        evaluation(1, 501, named(foreign.users.contact)),
        evaluation(1, 501, { contactId: '999999' }),
        evaluation(1, 501, { contactCompany: '2' })
      ]) {
        expect((await about(parameter)).text, parameter).toBe(missing)
      }
    }
  )

  test('only who may open its screen may request a letter', async ({ server, database, own, participations }) => {
    const closed = await startApp(database, {
      config: { routeRights: { 'confirmations/participation': ['admin'], 'confirmations/education': ['admin'] } }
    })
    const { start } = documentJobsOf(closed.url, server.headersOf)
    const { contact, admin } = own.users
    expect((await start(contact, 'StandardLetter', confirmation(participations.contact))).status).toBe(403)
    expect((await start(contact, 'TimesheetLetter', hourRecord([participations.contact]))).status).toBe(403)
    expect((await start(admin, 'StandardLetter', confirmation(participations.contact))).status).toBe(200)
    await closed.close()
  })
})
