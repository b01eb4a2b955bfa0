import type { FunctionStart } from '@customer-center/contract/server-function'
import { everyRight, type RightName } from '@customer-center/contract/rights'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Config } from '../../platform/config/config.ts'
import type { Database } from '../../platform/database/connection.ts'
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

const routeRights: Config['routeRights'] = { 'confirmations/evaluation': ['admin', 'contact'] }

describe.each(testDatabases())('what a function may be asked for, on the $name database', ({ open: openDatabase }) => {
  let database: Database
  let server: FunctionServer
  let own: TestCompany
  let foreign: TestCompany
  let elsewhere: TestCompany
  const of = {} as Record<RightName, Booked>
  let ofForeign: Booked
  let ofElsewhere: Booked
  let planned: Booked
  let running: Booked

  beforeAll(async () => {
    database = await openDatabase()
    const { db } = database
    own = await addCompany(db, 100)
    foreign = await addCompany(db, 200)
    elsewhere = await addCompany(db, 300, 2)
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
    for (const right of everyRight) of[right] = await addParticipation(own.users[right], 1)
    planned = await addParticipation(own.users.contact, 2, false)
    running = await addParticipation(own.users.contact, 3)
    ofForeign = await addParticipation(foreign.users.contact, 1)
    ofElsewhere = await addParticipation(elsewhere.users.contact, 1)
    for (const company of [1, 2]) {
      const letter = { company, caption: 'Brief', template: 'participation' }
      await db
        .insertInto('letters')
        .values([
          { ...letter, letter_no: participationLetter, kind: 'participation' },
          { ...letter, letter_no: timesheetLetter, kind: 'timesheet' },
          // Every provider numbers its own letters.
          { ...letter, letter_no: 20 + company, kind: 'participation' }
        ])
        .execute()
      await db
        .insertInto('evaluations')
        .values({ company, interface_id: 500 + company, caption: 'A' })
        .execute()
    }
    server = await startFunctions(database, { routeRights, jobsPerUser: 1000, jobsPerCustomer: 1000 })
  })
  afterAll(async () => {
    await server.close()
    await database.close()
  })
  afterEach(() => database.db.deleteFrom('server_functions').execute())

  const rows = async () => (await database.db.selectFrom('server_functions').select('job_id').execute()).length
  async function ask(user: TestUser, name: FunctionStart['functionName'], parameter: string) {
    const { status, text, envelope } = await server.start(user, name, parameter)
    return { status, text, taken: envelope.responseData !== null, error: envelope.responseResult.Errors[0] }
  }
  async function missingText(name: 'StandardLetter' | 'TimesheetLetter' | 'Evaluation'): Promise<string> {
    const nothing = { ...of.admin, eventId: 999_999, participantId: 999_999 }
    const parameter = {
      StandardLetter: confirmation(nothing),
      TimesheetLetter: timesheet([nothing]),
      Evaluation: evaluation(1, 999_999)
    }
    return (await ask(own.users.admin, name, parameter[name])).text
  }

  test.each(everyRight)('%s: own ones are taken; others’ only with the right to choose participants', async (right) => {
    const others = right === 'admin' || right === 'shopfull'
    const user = own.users[right]
    const [confirmationMissing, timesheetMissing] = [
      await missingText('StandardLetter'),
      await missingText('TimesheetLetter')
    ]
    for (const whose of everyRight) {
      const expected = others || whose === right
      const one = await ask(user, 'StandardLetter', confirmation(of[whose]))
      const record = await ask(user, 'TimesheetLetter', timesheet([of[whose]]))
      expect([one.taken, record.taken], whose).toEqual([expected, expected])
      if (!expected) expect([one.text, record.text]).toEqual([confirmationMissing, timesheetMissing])
    }
    const before = await rows()
    for (const booked of [ofForeign, ofElsewhere, planned, running]) {
      expect((await ask(user, 'StandardLetter', confirmation(booked))).text).toBe(confirmationMissing)
      expect((await ask(user, 'TimesheetLetter', timesheet([booked]))).text).toBe(timesheetMissing)
    }
    expect(await rows()).toBe(before)
  })

  test('one id of somebody else refuses the whole confirmation, as if nothing existed, byte for byte', async () => {
    const missing = await missingText('StandardLetter')
    const wrong: Record<string, string[]> = {
      letterNo: ['999', '22', String(timesheetLetter)],
      company: ['2', '999'],
      id: [String(foreign.id), '999999'],
      contactCompany: ['2', '999'],
      contactId: [String(own.users.admin.contactId), String(foreign.users.contact.contactId), '999999'],
      eventId: ['2', '999999'],
      participantId: [of.admin, ofForeign, ofElsewhere].map(({ participantId }) => String(participantId))
    }
    for (const [name, values] of Object.entries(wrong)) {
      for (const value of values) {
        const { text } = await ask(own.users.admin, 'StandardLetter', confirmation(of.contact, { [name]: value }))
        // A participation of provider 2 may have the number of an own one.
        if (name === 'participantId' && value === String(of.contact.participantId)) continue
        expect(text, `${name}=${value}`).toBe(missing)
      }
    }
    expect(await rows()).toBe(0)
  })

  test('a letter of one event or of one holding of it confirms no other', async () => {
    await seedRows(database.db).addEvent(1, '2026-02-10', { no: 2 })
    const letter = { company: 1, caption: 'Brief', template: 'participation', kind: 'participation' as const }
    const bound: [letter_no: number, event_id: number, no: number | null, fits: boolean][] = [
      [31, 1, null, true],
      [32, 1, 1, true],
      [33, 1, 2, false],
      [34, 2, null, false]
    ]
    const rowsOf = bound.map(([letter_no, event_id, no]) => ({ ...letter, letter_no, event_id, no }))
    await database.db.insertInto('letters').values(rowsOf).execute()
    for (const [letterNo, , , fits] of bound) {
      const parameter = confirmation(of.contact, { letterNo: String(letterNo) })
      expect((await ask(own.users.contact, 'StandardLetter', parameter)).taken, String(letterNo)).toBe(fits)
    }
  })

  test('of a person who is a contact of two customers each gets its own participations alone', async () => {
    const { db } = database
    const { contactId } = own.users.contact
    const person = { contact_company: 1, contact_id: contactId, custom_field16: null, custom_field17: null }
    const link = { company: 1, pvaid: 9001, id: foreign.id }
    await db
      .insertInto('contacts')
      .values({ ...link, ...person, display_email: null })
      .execute()
    const there = { ...link, participant_id: 9001, event_id: 1, no: 1, attended: true }
    await db.insertInto('participations').values(there).execute()
    const asOwn: Booked = { user: own.users.contact, eventId: 1, participantId: 9001 }
    const asTheirs: Booked = { ...asOwn, user: { ...asOwn.user, id: foreign.id } }
    const { admin } = own.users
    for (const booked of [asOwn, asTheirs])
      expect((await ask(admin, 'StandardLetter', confirmation(booked))).text).toBe(await missingText('StandardLetter'))
    expect((await ask(foreign.users.admin, 'StandardLetter', confirmation(asTheirs))).taken).toBe(true)
    await db.deleteFrom('participations').where('participant_id', '=', 9001).execute()
    await db.deleteFrom('contacts').where('pvaid', '=', 9001).execute()
  })

  test('one foreign event in a list refuses the whole hour record, and so does every id that disagrees', async () => {
    const missing = await missingText('TimesheetLetter')
    const mine = of.contact
    const mixed = [of.admin, ofForeign, planned, running].map(({ eventId, participantId }) => ({
      user: mine.user,
      eventId,
      participantId
    }))
    for (const other of mixed) {
      for (const list of [[mine, other] as const, [other, mine] as const]) {
        expect((await ask(own.users.admin, 'TimesheetLetter', timesheet([...list]))).text).toBe(missing)
      }
    }
    const constants: Record<number, string[]> = { 1: ['2'], 3: ['2'], 4: ['999'], 5: ['2'], 6: ['999'], 7: ['2'] }
    for (const [key, values] of Object.entries(constants)) {
      for (const value of values) {
        const parameter = timesheet([mine], { constants: { [Number(key)]: value } })
        expect((await ask(own.users.admin, 'TimesheetLetter', parameter)).text, `${key}:${value}`).toBe(missing)
      }
    }
    for (const key of [4, 5, 6, 7]) {
      const parameter = timesheet([mine], { constants: { [key]: null } })
      expect((await ask(own.users.admin, 'TimesheetLetter', parameter)).taken, `without ${key}`).toBe(true)
    }
  })

  test('lists of different lengths, repeated, missing, unknown or wrong values are 400', async () => {
    const many = Array.from({ length: 401 }, (_, index) => index + 1).join(';')
    const record = (constants: Record<number, string | null>) => timesheet([of.contact], { constants })
    const wrong: [FunctionStart['functionName'], string][] = [
      ...['letterNo', 'company', 'id', 'contactCompany', 'contactId', 'eventId', 'participantId', 'format'].flatMap(
        (name): [FunctionStart['functionName'], string][] =>
          [null, '', '-1', '1.5', '1 or 1', '9999999999', '١'].map((value) => [
            'StandardLetter',
            confirmation(of.contact, { [name]: value })
          ])
      ),
      ['StandardLetter', ''],
      ['StandardLetter', '%'],
      ['StandardLetter', `${confirmation(of.contact)}&eventId=1`],
      ['StandardLetter', `${confirmation(of.contact)}&more=1`],
      ['StandardLetter', `${confirmation(of.contact)}&__proto__=1`],
      ['TimesheetLetter', record({ 1: '1;1' })],
      ['TimesheetLetter', record({ 2: '1;2' })],
      ['TimesheetLetter', record({ 3: '1;1' })],
      ['TimesheetLetter', record({ 1: null })],
      ['TimesheetLetter', record({ 1: '' })],
      ['TimesheetLetter', record({ 1: '1;' })],
      ['TimesheetLetter', record({ 1: '1;1', 2: '1;1', 3: '1;1' })],
      ['TimesheetLetter', record({ 1: many, 2: many, 3: many })],
      ['TimesheetLetter', `${timesheet([of.contact])}&const=1:1`],
      ['TimesheetLetter', `${timesheet([of.contact])}&const=8:1`],
      ['TimesheetLetter', `${timesheet([of.contact])}&const=x`],
      ...['31.02.2026', '2026-01-01', '', '01.01.1900'].map((from): [FunctionStart['functionName'], string] => [
        'Evaluation',
        evaluation(1, 501, { from })
      ]),
      ['Evaluation', evaluation(1, 501, { from: '01.07.2026' })],
      ['Evaluation', evaluation(1, 501, { interfaceId: 'x' })]
    ]
    for (const [name, parameter] of wrong) {
      const { status, error } = await ask(own.users.admin, name, parameter)
      expect(status, `${name} ${parameter.slice(0, 200)}`).toBe(400)
      expect(error).toMatch(
        /^(Die Angabe \w+ fehlt oder ist ungültig\.|Ein Stundennachweis umfasst höchstens 400 Events)/
      )
    }
    expect(await rows()).toBe(0)
  })

  test('a parameter of nothing but short names costs no more than any other', async () => {
    // With a copy of the list for each name these took the process ten seconds apiece, more than this test has.
    for (let times = 0; times < 3; times += 1) {
      const { status } = await ask(own.users.contact, 'StandardLetter', 'id&'.repeat(33_333))
      expect(status).toBe(400)
    }
  })

  test.each(everyRight)('%s gets evaluations as the provider opened them, of itself or of all', async (right) => {
    const user = own.users[right]
    const may = right === 'admin' || right === 'contact'
    const named = (whose: TestUser) => ({ contactCompany: '1', contactId: String(whose.contactId) })
    const about = async (parameter: string) => {
      const { status, taken, text } = await ask(user, 'Evaluation', parameter)
      const headers = await server.headersOf(user)
      const pdf = await call(server.url, `/evaluation/pdf?filter=${encodeURIComponent(parameter)}`, { headers })
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
  })

  test('a letter is asked for by whom its screen is open to alone', async () => {
    const closed = await startFunctions(database, {
      routeRights: { 'confirmations/participation': ['admin'], 'confirmations/education': ['admin'] }
    })
    const { contact, admin } = own.users
    expect((await closed.start(contact, 'StandardLetter', confirmation(of.contact))).status).toBe(403)
    expect((await closed.start(contact, 'TimesheetLetter', timesheet([of.contact]))).status).toBe(403)
    expect((await closed.start(admin, 'StandardLetter', confirmation(of.contact))).status).toBe(200)
    await closed.close()
  })
})
