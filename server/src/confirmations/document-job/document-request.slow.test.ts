import { hash } from 'node:crypto'
import { describe, expect } from 'vitest'
import type { FunctionStart } from '@customer-center/contract/server-function'
import { test as documentJobTest } from '../../../../testing/server/document-job-fixtures.ts'
import { bulkConfirmation, confirmation, evaluation, hourRecord } from '../../../../testing/server/document-requests.ts'

const test = documentJobTest.extend(
  'settings',
  { scope: 'file' },
  { routeRights: { 'confirmations/evaluation': ['admin'] } }
)

test('a request has the same hash in every release', async ({
  seed,
  own,
  documentJobs,
  booked: { first, second },
  db
}) => {
  const { contact, admin } = own.shopUsers
  const { providerId, customerId, personId } = contact
  await seed.addEvaluations({})
  const ofContact = { contactCompany: String(providerId), contactId: String(personId) }
  const reversed = Object.fromEntries([...new URLSearchParams(confirmation(first))].toReversed())
  const jobIds = [
    await documentJobs.started(contact, 'StandardLetter', new URLSearchParams(reversed).toString()),
    await documentJobs.started(contact, 'TimesheetLetter', hourRecord([second, first])),
    await documentJobs.started(admin, 'StandardLetters', bulkConfirmation([first], 'ZIP')),
    await documentJobs.started(admin, 'Evaluation', evaluation(providerId, 501)),
    await documentJobs.started(admin, 'Evaluation', evaluation(providerId, 501, ofContact)),
    await documentJobs.started(contact, 'DataCopy', 'format=JSON')
  ]
  const stored = await db.selectFrom('server_functions').select(['job_id', 'request_hash', 'family']).execute()
  const rows = jobIds.map((jobId) => stored.find(({ job_id }) => job_id === jobId))
  const owner = `"company":${providerId},"id":${customerId},"contactCompany":${providerId},"contactId":${personId}`
  const event = ({ eventId, participantId }: typeof first) =>
    `{"participantId":${participantId},"eventId":${eventId},"no":1}`
  const person = `"personNumber":"${customerId}","personCompany":"${providerId}","contactPersonNumber":"${personId}","contactPersonCompany":"${providerId}"`
  const texts = [
    `{"name":"StandardLetter","letterNo":11,${owner},"eventId":1,"participantId":${first.participantId}}`,
    `{"name":"TimesheetLetter","letterNo":12,${owner},"events":[${event(first)},${event(second)}],${person}}`,
    `{"name":"StandardLetters","format":"ZIP","letterNo":11,"company":${providerId},"id":${customerId},"eventId":1,"no":1,"participantIds":[${first.participantId}]}`,
    `{"name":"Evaluation","interfaceId":501,"company":${providerId},"from":"2026-01-01","to":"2026-06-30"}`,
    `{"name":"Evaluation","interfaceId":501,"company":${providerId},"contactCompany":${providerId},"contactId":${personId},"from":"2026-01-01","to":"2026-06-30"}`,
    `{"name":"DataCopy","format":"JSON","family":"${rows[5]?.family}"}`
  ]
  expect(rows.map((row) => row?.request_hash)).toEqual(texts.map((text) => hash('sha256', text)))
})

describe('the parameters of a request for a document', () => {
  test('lists that are wrong in any way are 400', async ({ db, own, documentJobs, booked }) => {
    const many = Array.from({ length: 401 }, (_, index) => index + 1).join(';')
    const record = (constants: Record<number, string | null>) => hourRecord([booked.first], { constants })
    const wrong: [FunctionStart['functionName'], string][] = [
      ...['letterNo', 'company', 'id', 'contactCompany', 'contactId', 'eventId', 'participantId', 'format'].flatMap(
        (name): [FunctionStart['functionName'], string][] =>
          [null, '', '-1', '1.5', '1 or 1', '9999999999', '١'].map((value) => [
            'StandardLetter',
            confirmation(booked.first, { [name]: value })
          ])
      ),
      ['StandardLetter', ''],
      ['StandardLetter', '%'],
      ['StandardLetter', `${confirmation(booked.first)}&eventId=1`],
      ['StandardLetter', `${confirmation(booked.first)}&more=1`],
      ['StandardLetter', `${confirmation(booked.first)}&__proto__=1`],
      ...['letterNo', 'company', 'id', 'eventId', 'no', 'participantIds', 'format'].flatMap(
        (name): [FunctionStart['functionName'], string][] =>
          [null, '', '-1', '1;', '1;x', '1;1'].map((value) => [
            'StandardLetters',
            bulkConfirmation([booked.first], 'PDF', { [name]: value })
          ])
      ),
      ['StandardLetters', bulkConfirmation([booked.first], 'PDF', { participantIds: many })],
      ['StandardLetters', `${bulkConfirmation([booked.first], 'PDF')}&contactId=1`],
      ['TimesheetLetter', record({ 1: '1;1' })],
      ['TimesheetLetter', record({ 2: '1;2' })],
      ['TimesheetLetter', record({ 3: '1;1' })],
      ['TimesheetLetter', record({ 1: null })],
      ['TimesheetLetter', record({ 1: '' })],
      ['TimesheetLetter', record({ 1: '1;' })],
      ['TimesheetLetter', record({ 1: '1;1', 2: '1;1', 3: '1;1' })],
      ['TimesheetLetter', record({ 1: many, 2: many, 3: many })],
      ['TimesheetLetter', `${hourRecord([booked.first])}&const=1:1`],
      ['TimesheetLetter', `${hourRecord([booked.first])}&const=8:1`],
      ['TimesheetLetter', `${hourRecord([booked.first])}&const=x`],
      ...['31.02.2026', '2026-01-01', ''].map((from): [FunctionStart['functionName'], string] => [
        'Evaluation',
        evaluation(1, 501, { from })
      ]),
      ['Evaluation', evaluation(1, 501, { from: '01.07.2026' })],
      ['Evaluation', evaluation(1, 501, { interfaceId: 'x' })]
    ]
    for (const [name, parameter] of wrong) {
      const { status, envelope } = await documentJobs.start(own.shopUsers.admin, name, parameter)
      expect(status, `${name} ${parameter.slice(0, 200)}`).toBe(400)
      expect(envelope.responseResult.Errors[0]).toMatch(
        /^(Die Angabe \w+ fehlt oder ist ungültig\.|Ein Stundennachweis umfasst höchstens 400 Events|Es können höchstens 200 Bestätigungen)/
      )
    }
    expect(await db.selectFrom('server_functions').select('job_id').execute()).toEqual([])
  })

  test('an evaluation over more than ten calendar years is refused', async ({ own, documentJobs }) => {
    const { status, envelope } = await documentJobs.start(
      own.shopUsers.admin,
      'Evaluation',
      evaluation(1, 501, { from: '31.12.2016' })
    )
    expect([status, envelope.responseResult.Errors]).toEqual([
      400,
      ['Bitte wählen Sie einen Zeitraum von höchstens 10 Kalenderjahren.']
    ])
  })

  test('a parameter of nothing but short names costs no more than any other', async ({ own, documentJobs }) => {
    // With a copy of the list for each name these took the process ten seconds apiece, more than this test has.
    for (let times = 0; times < 3; times += 1) {
      const { status } = await documentJobs.start(own.shopUsers.contact, 'StandardLetter', 'id&'.repeat(33_333))
      expect(status).toBe(400)
    }
  })
})
