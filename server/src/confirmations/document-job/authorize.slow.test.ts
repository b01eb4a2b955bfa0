import { describe, expect } from 'vitest'
import { everyRight, type RightName } from '@customer-center/contract/rights'
import type { FunctionStart } from '@customer-center/contract/server-function'
import { startApp } from '../../../../testing/server/app.ts'
import { addCustomer, type TestShopUser } from '../../../../testing/server/customer.ts'
import { documentJobsOf, test as documentJobTest } from '../../../../testing/server/document-job-fixtures.ts'
import {
  type Booked,
  confirmation,
  evaluation,
  participationLetter,
  hourRecord,
  hourRecordLetter,
  bulkConfirmation
} from '../../../../testing/server/document-requests.ts'
import { addRows } from '../../../../testing/server/rows.ts'
import { seedRows } from '../../../../testing/server/seed.ts'
import type { Config } from '../../platform/config/config.ts'

const routeRights: Config['routeRights'] = { 'confirmations/evaluation': ['admin', 'contact'] }

type LetterName = 'StandardLetter' | 'StandardLetters' | 'TimesheetLetter'

/** The request of each letter about participations. */
const requestOf: Readonly<Record<LetterName, (booked: readonly [Booked, ...Booked[]]) => string>> = {
  StandardLetter: ([one]) => confirmation(one),
  StandardLetters: (booked) => bulkConfirmation(booked, 'PDF'),
  TimesheetLetter: (booked) => hourRecord(booked)
}
const letterNames = Object.keys(requestOf) as LetterName[]

type Whose = RightName | 'planned' | 'running' | 'foreign' | 'elsewhere'

const test = documentJobTest
  .extend('settings', { scope: 'file' }, { routeRights, jobsPerUser: 1000, jobsPerCustomer: 1000 })
  .extend('elsewhere', { scope: 'file' }, ({ db }) => addCustomer(db, 300, 2))
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
      const addParticipation = async (user: TestShopUser, eventId: number, attended = true): Promise<Booked> => {
        const by = user.providerId === 2 ? other : book
        return { user, eventId, participantId: await by.addParticipation(user, eventId, { attended }) }
      }
      const ofRights = {} as Record<RightName, Booked>
      for (const right of everyRight) ofRights[right] = await addParticipation(own.shopUsers[right], 1)
      return {
        ...ofRights,
        planned: await addParticipation(own.shopUsers.contact, 2, false),
        running: await addParticipation(own.shopUsers.contact, 3),
        foreign: await addParticipation(foreign.shopUsers.contact, 1),
        elsewhere: await addParticipation(elsewhere.shopUsers.contact, 1)
      }
    }
  )
  .extend('count', ({ db }) => {
    return async () => (await db.selectFrom('server_functions').select('job_id').execute()).length
  })
  .extend('ask', ({ documentJobs }) => {
    return async (user: TestShopUser, name: FunctionStart['functionName'], parameter: string) => {
      const { status, text, envelope } = await documentJobs.start(user, name, parameter)
      return { status, text, taken: envelope.responseData !== null, error: envelope.responseResult.Errors[0] }
    }
  })
  .extend('missingText', ({ ask, own, participations }) => {
    return async (name: LetterName | 'Evaluation'): Promise<string> => {
      const nothing = { ...participations.admin, eventId: 999_999, participantId: 999_999 }
      const request = name === 'Evaluation' ? evaluation(1, 999_999) : requestOf[name]([nothing])
      return (await ask(own.shopUsers.admin, name, request)).text
    }
  })

describe('what a document may be requested for', () => {
  test.beforeAll(async ({ db, seed, participations: _participations, letters: _letters }) => {
    const theirs = seedRows(db, 2)
    await theirs.addLetter(participationLetter)
    await theirs.addLetter(hourRecordLetter, { kind: 'hour-record' })
    // Every provider numbers its own letters.
    await seed.addLetter(21)
    await theirs.addLetter(22)
    await seed.addEvaluations({})
    await theirs.addEvaluations({ interface_id: 502 })
  })

  test.for(everyRight)(
    '%s: own ones are taken; others’ only with the right to choose participants',
    async (right, { own, participations, count, ask, missingText }) => {
      const others = right === 'admin' || right === 'shopfull'
      const user = own.shopUsers[right]
      const { [right]: mine, foreign, elsewhere, planned, running } = participations
      for (const name of letterNames) {
        const missing = await missingText(name)
        for (const whose of everyRight) {
          const expected = others || whose === right
          const { taken, text } = await ask(user, name, requestOf[name]([participations[whose]]))
          expect([name, whose, taken]).toEqual([name, whose, expected])
          if (!expected) expect(text).toBe(missing)
        }
        const before = await count()
        for (const wrong of [foreign, elsewhere, planned, running])
          expect((await ask(user, name, requestOf[name]([wrong]))).text).toBe(missing)
        expect(await count()).toBe(before)
      }
      const colleague = participations[right === 'contact' ? 'shoplight' : 'contact']
      const both = await ask(user, 'StandardLetters', bulkConfirmation([mine, colleague], 'ZIP'))
      expect(both.taken).toBe(others)
      if (!others) expect(both.text).toBe(await missingText('StandardLetters'))
    }
  )

  test('one foreign id refuses it as if missing', async ({ own, foreign, participations, count, ask, missingText }) => {
    const missing = await missingText('StandardLetter')
    const wrong: Record<string, string[]> = {
      letterNo: ['999', '22', String(hourRecordLetter)],
      company: ['2', '999'],
      id: [String(foreign.customerId), '999999'],
      contactCompany: ['2', '999'],
      contactId: [String(own.shopUsers.admin.personId), String(foreign.shopUsers.contact.personId), '999999'],
      eventId: ['2', '999999'],
      participantId: [participations.admin, participations.foreign, participations.elsewhere].map(({ participantId }) =>
        String(participantId)
      )
    }
    for (const [name, values] of Object.entries(wrong)) {
      for (const value of values) {
        const { text } = await ask(
          own.shopUsers.admin,
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

  test('a letter of one event or of one holding of it confirms no other', async ({
    seed,
    own,
    participations,
    ask
  }) => {
    await seed.addEvent(1, '2026-02-10', { no: 2 })
    const bound = [
      [31, { event_id: 1 }, true],
      [32, { event_id: 1, no: 1 }, true],
      [33, { event_id: 1, no: 2 }, false],
      [34, { event_id: 2 }, false]
    ] as const
    for (const [letterNo, place, fits] of bound) {
      await seed.addLetter(letterNo, place)
      const parameter = confirmation(participations.contact, { letterNo: String(letterNo) })
      expect((await ask(own.shopUsers.contact, 'StandardLetter', parameter)).taken, String(letterNo)).toBe(fits)
    }
  })

  test('of a person of two customers each gets its own', async ({ db, own, foreign, ask, missingText }) => {
    const { personId } = own.shopUsers.contact
    const person = { person_id: personId, custom_field16: null, custom_field17: null }
    const link = { provider_id: 1, contact_id: 9001, customer_id: foreign.customerId }
    await addRows(db, 'contacts', { ...link, ...person, display_email: null })
    const there = { ...link, participant_id: 9001, event_id: 1, no: 1, attended: true }
    await db.insertInto('participations').values(there).execute()
    const asOwn: Booked = { user: own.shopUsers.contact, eventId: 1, participantId: 9001 }
    const asTheirs: Booked = { ...asOwn, user: { ...asOwn.user, customerId: foreign.customerId } }
    const { admin } = own.shopUsers
    for (const wrong of [asOwn, asTheirs])
      expect((await ask(admin, 'StandardLetter', confirmation(wrong))).text).toBe(await missingText('StandardLetter'))
    expect((await ask(foreign.shopUsers.admin, 'StandardLetter', confirmation(asTheirs))).taken).toBe(true)
    await db.deleteFrom('participations').where('participant_id', '=', 9001).execute()
    await db.deleteFrom('contacts').where('contact_id', '=', 9001).execute()
  })

  test('one foreign event or id refuses all that are asked for at once', async ({
    own,
    participations,
    ask,
    missingText
  }) => {
    const missing = await missingText('TimesheetLetter')
    const missingBulk = await missingText('StandardLetters')
    const { contact: mine, admin, foreign, elsewhere, planned, running } = participations
    for (const { eventId, participantId } of [admin, foreign, elsewhere, planned, running]) {
      const other = { user: mine.user, eventId, participantId }
      for (const list of [[mine, other] as const, [other, mine] as const])
        expect((await ask(own.shopUsers.admin, 'TimesheetLetter', hourRecord(list))).text).toBe(missing)
    }
    for (const wrong of [foreign, planned, running])
      expect((await ask(own.shopUsers.admin, 'StandardLetters', bulkConfirmation([mine, wrong], 'ZIP'))).text).toBe(
        missingBulk
      )
    for (const changes of [{ no: '2' }, { eventId: '2' }, { company: '2' }, { id: '999' }, { letterNo: '12' }]) {
      const { text } = await ask(own.shopUsers.admin, 'StandardLetters', bulkConfirmation([mine], 'PDF', changes))
      expect(text, JSON.stringify(changes)).toBe(missingBulk)
    }
    const constants: Record<number, string[]> = { 1: ['2'], 3: ['2'], 4: ['999'], 5: ['2'], 6: ['999'], 7: ['2'] }
    for (const [key, values] of Object.entries(constants)) {
      for (const value of values) {
        const parameter = hourRecord([mine], { constants: { [Number(key)]: value } })
        expect((await ask(own.shopUsers.admin, 'TimesheetLetter', parameter)).text, `${key}:${value}`).toBe(missing)
      }
    }
    for (const key of [4, 5, 6, 7]) {
      const parameter = hourRecord([mine], { constants: { [key]: null } })
      expect((await ask(own.shopUsers.admin, 'TimesheetLetter', parameter)).taken, `without ${key}`).toBe(true)
    }
  })

  test.for(everyRight)(
    '%s gets evaluations as the provider opened them, of itself or of all',
    async (right, { server, own, foreign, ask, missingText }) => {
      const user = own.shopUsers[right]
      const may = right === 'admin' || right === 'contact'
      const named = (whose: TestShopUser) => ({ contactCompany: '1', contactId: String(whose.personId) })
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
      expect((await about(evaluation(1, 501, named(own.shopUsers.shoplight)))).taken).toBe(right === 'admin')
      for (const parameter of [
        evaluation(1, 502),
        evaluation(2, 501),
        evaluation(2, 502),
        evaluation(1, 501, named(foreign.shopUsers.contact)),
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
    const { contact, admin } = own.shopUsers
    expect((await start(contact, 'StandardLetter', confirmation(participations.contact))).status).toBe(403)
    expect((await start(contact, 'TimesheetLetter', hourRecord([participations.contact]))).status).toBe(403)
    expect((await start(admin, 'StandardLetter', confirmation(participations.contact))).status).toBe(200)
    await closed.close()
  })
})
