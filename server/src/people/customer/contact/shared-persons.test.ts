import { expect } from 'vitest'
import { ndjson, test } from '../../../../../testing/server/import-fixtures.ts'
import { importer } from '../../../../../testing/server/imports.ts'
import { readRow } from '../../../../../testing/server/rows.ts'
import { customerRow, type PersonRow, settlePerson } from './shared-persons.ts'

/** Makes two customers and one person who is a contact of both; the second contact has the lower number. */
const rowsOf = (name: string, personId: number) => ({
  customers: [
    { externalId: `${name}-1`, lastName: 'Eins GmbH' },
    { externalId: `${name}-2`, lastName: 'Zwei GmbH' }
  ],
  contacts: [
    {
      externalId: `${name}-A`,
      customer: `${name}-1`,
      contactNo: personId + 9,
      personNo: personId,
      lastName: 'Huber',
      firstName: 'Eva',
      phoneNumber: '1',
      eMailAddress: 'a@eins.example',
      place: null
    },
    {
      externalId: `${name}-B`,
      customer: `${name}-2`,
      contactNo: personId + 1,
      personNo: personId,
      lastName: 'Huber',
      firstName: 'Eva',
      phoneNumber: '2',
      eMailAddress: 'b@zwei.example',
      place: 'Wels'
    }
  ]
})

let persons = 600_000

const setup = test.extend('rows', ({ db, own }) => {
  const run = importer(db, own.providerId)
  const personId = (persons += 100)
  const name = `H${personId}`
  const { customers, contacts } = rowsOf(name, personId)
  const stored = async () => {
    const { phone_number, email_address, place } = await readRow(db, 'persons', {
      provider_id: own.providerId,
      person_id: personId
    })
    return { phone_number, email_address, place }
  }
  return { run, name, customers, contacts, stored, a: contacts[0]!, b: contacts[1]! }
})

const ofA = { phone_number: '1', email_address: 'a@eins.example', place: 'Wels' }

for (const batches of ['one batch', 'two runs'] as const)
  setup(
    `a person of two customers, in ${batches}, keeps what the first row said, and an import of the same changes nothing`,
    async ({ rows: { run, customers, contacts, stored, a, b } }) => {
      await run('customers', customers)
      const first = batches === 'one batch' ? await run('contacts', contacts) : await run('contacts', [a])
      const last = batches === 'one batch' ? first : await run('contacts', [b])
      expect(last.counts).toMatchObject({ refused: 0, conflicts: 2 })
      expect(last.refused.map(({ field, value, stored: kept, kind }) => [field, value, kept, kind])).toEqual([
        ['phoneNumber', '2', '1', 'conflict'],
        ['eMailAddress', 'b@zwei.example', 'a@eins.example', 'conflict']
      ])
      expect(await stored()).toEqual(ofA)
      for (const night of [contacts, contacts.toReversed()])
        expect((await run('contacts', night)).counts).toMatchObject({ updated: 0, unchanged: 2, conflicts: 3 })
      expect(await stored()).toEqual(ofA)
    }
  )

setup('a value changes with the row that set it', async ({ rows: { run, customers, contacts, stored, a, b } }) => {
  await run('customers', customers)
  await run('contacts', contacts)
  const changed = [
    { ...a, phoneNumber: '3' },
    { ...b, phoneNumber: '4', place: 'Linz' }
  ]
  const kept = [
    ['phoneNumber', '4', '3'],
    ['eMailAddress', 'b@zwei.example', 'a@eins.example'],
    ['place', null, 'Linz']
  ]
  for (const [night, rows] of [changed.toReversed(), changed].entries()) {
    const { counts, refused } = await run('contacts', rows)
    expect(counts, `night ${night}`).toMatchObject({ updated: night === 0 ? 2 : 0, conflicts: 3 })
    expect(new Set(refused.map(({ field, value, stored: stays }) => [field, value, stays]))).toEqual(new Set(kept))
  }
  expect(await stored()).toEqual({ ...ofA, phone_number: '3', place: 'Linz' })
  await run('contacts', [{ externalId: a.externalId, place: 'Graz', phoneNumber: null }])
  expect(await stored()).toEqual({ ...ofA, phone_number: null, place: 'Linz' })
  await run('contacts', [a])
  const emptied = [b, { ...a, phoneNumber: null }]
  expect((await run('contacts', emptied)).counts).toMatchObject({ conflicts: 3 })
  expect(await stored()).toEqual({ ...ofA, phone_number: '2' })
})

setup('an inactive contact sets nothing more', async ({ rows: { run, customers, contacts, stored, a, b } }) => {
  await run('customers', customers)
  await run('contacts', contacts)
  const left = [{ ...a, active: false }, b]
  await run('contacts', left)
  expect((await run('contacts', left)).counts).toMatchObject({ updated: 1, conflicts: 1 })
  expect(await stored()).toEqual({ phone_number: '2', email_address: 'b@zwei.example', place: 'Wels' })
  expect((await run('contacts', left)).counts).toMatchObject({ updated: 0, conflicts: 3 })
})

setup('a private customer keeps its values, and its contact adds to them', async ({ rows: { run, name, stored } }) => {
  const personId = Number(name.slice(1))
  const customer = { externalId: name, customerNo: personId, lastName: 'Ernst', phoneNumber: '1' }
  const contact = {
    externalId: name,
    customer: name,
    personNo: personId,
    salutation: 1,
    lastName: 'Ernst',
    phoneNumber: '2',
    place: 'Wels'
  }
  await run('customers', [customer])
  expect((await run('contacts', [contact])).counts).toMatchObject({ created: 1, conflicts: 1 })
  for (const night of [1, 2]) {
    expect((await run('customers', [customer])).counts, `night ${night}`).toMatchObject({ updated: 0, conflicts: 0 })
    expect((await run('contacts', [contact])).counts, `night ${night}`).toMatchObject({ updated: 0, conflicts: 1 })
  }
  await run('contacts', [{ ...contact, place: 'Linz', salutation: 2 }])
  expect(await stored()).toMatchObject({ phone_number: '1', place: 'Linz' })
})

setup('a single row by HTTP is answered with what stays, and both values', async ({ rows, ask }) => {
  const { run, name, customers, contacts } = rows
  await run('customers', customers)
  await run('contacts', contacts)
  const body = JSON.stringify({ phoneNumber: '5', place: 'Enns' })
  const { status, json } = await ask(`/contacts/${name}-B`, { method: 'PUT', type: 'application/json', body })
  expect([status, json['conflicts']]).toMatchObject([200, [{ field: 'phoneNumber', value: '5', stored: '1' }]])
  const refusals = await ask('/imports/contacts', {
    method: 'POST',
    body: ndjson({ externalId: `${name}-B`, phoneNumber: '6' })
  })
  expect((await ask(`/imports/${String(refusals.json['runId'])}/refusals`)).text).toContain('"value":"6","stored":"1"')
})

test('numbers that the provider brings meet none that were assigned', async ({ db, own }) => {
  const run = importer(db, own.providerId)
  const company = { externalId: 'N-D', lastName: 'Firma AG' }
  const person = (no: number) => ({ externalId: `N-K${no}`, customerNo: no, firstName: 'Anna', lastName: 'Neu' })
  expect((await run('customers', [company, person(710_001)])).counts).toMatchObject({ created: 2, refused: 0 })
  const other = { externalId: 'N-D1', customer: 'N-D', firstName: 'Otto', lastName: 'Alt' }
  expect((await run('contacts', [other])).counts).toMatchObject({ created: 1, refused: 0 })
  expect((await run('customers', [person(710_002), person(710_003)])).counts).toMatchObject({ created: 2, refused: 0 })
})

test('a contact that names a company, or a number that was assigned, takes over nobody', async ({ db, own }) => {
  const run = importer(db, own.providerId)
  await run('customers', [
    { externalId: 'X-1', customerNo: 720_001, lastName: 'Firma Zwei AG' },
    { externalId: 'X-2', lastName: 'Firma Drei AG' }
  ])
  await run('contacts', [
    { externalId: 'X-1-A', customer: 'X-1', firstName: 'Otto', lastName: 'Alt', phoneNumber: '1' }
  ])
  const allPersons = () =>
    db.selectFrom('persons').selectAll().where('provider_id', '=', own.providerId).orderBy('person_id').execute()
  const before = await allPersons()
  const { person_id: assigned } = await readRow(db, 'contacts', { external_id: 'X-1-A' })
  const wrong = [720_001, assigned].map((personId, no) => ({
    externalId: `X-2-${no}`,
    customer: 'X-2',
    personNo: personId,
    firstName: 'Rita',
    lastName: 'Lang',
    phoneNumber: '4'
  }))
  const { counts, refused } = await run('contacts', wrong)
  expect(counts).toMatchObject({ created: 0, refused: 2 })
  expect(refused.map(({ field }) => field)).toEqual(['personNo', 'personNo'])
  expect(await allPersons()).toEqual(before)
})

const contact = (self: number, wanted: PersonRow['wanted'], state: Partial<PersonRow> = {}): PersonRow => ({
  self,
  isNew: false,
  active: true,
  wanted,
  ...state
})

const customer = (wanted: PersonRow['wanted']) => contact(customerRow, wanted)

/** Two contacts of other customers; the first one has set the telephone number. */
const two = { isCustomer: false, contacts: [1, 2].map((no) => ({ contactId: no, active: true })) }

const before = { id: 9, phone: 'old', place: null, set_by: null }

const phone = { phone: 'new' }

test.for([
  ['one row alone decides nothing', { ...two, contacts: [] }, before, [contact(1, phone, { isNew: true })], null],
  ['the first contact sets values without a note', two, before, [contact(1, phone)], [{ phone: 'new' }, {}]],
  ['another contact leaves them', two, before, [contact(2, phone)], [{}, { 2: { phone: 'old' } }]],
  [
    'a note says who has set a value',
    two,
    { ...before, set_by: '{"phone":2}' },
    [contact(1, { phone: 'one' }), contact(2, { phone: 'two' })],
    [{ phone: 'two' }, { 1: { phone: 'two' } }]
  ],
  [
    'an empty value belongs to the row that fills it first',
    two,
    before,
    [contact(2, { place: 'Wels' })],
    [{ place: 'Wels', set_by: '{"place":2}' }, {}]
  ],
  [
    'a row that fills a value leaves nothing to the next one',
    { ...two, contacts: [...two.contacts, { contactId: 3, active: true }] },
    before,
    [contact(2, { place: 'Wels' }), contact(3, { place: 'Linz' })],
    [{ place: 'Wels', set_by: '{"place":2}' }, { 3: { place: 'Wels' } }]
  ],
  [
    'an inactive contact sets nothing, and the next one takes over',
    { ...two, contacts: [{ contactId: 1, active: false }, two.contacts[1]!] },
    { ...before, set_by: '{"phone":1}' },
    [contact(1, { phone: 'one' }), contact(2, { phone: 'two' })],
    [{ phone: 'two' }, { 1: { phone: 'two' } }]
  ],
  [
    'the row of a private customer sets all but the salutation',
    { isCustomer: true, contacts: [two.contacts[0]!] },
    { ...before, salutation: 1 },
    [customer(phone), contact(1, { phone: 'one', salutation: 2 })],
    [{ phone: 'new', salutation: 2 }, { 1: { phone: 'new' } }]
  ],
  [
    'a new contact notes which one was there first',
    { ...two, contacts: [two.contacts[1]!] },
    before,
    [contact(1, phone, { isNew: true })],
    [{ set_by: '{"first":2}' }, { 1: { phone: 'old' } }]
  ],
  [
    'an equal value, and the number, change nothing',
    two,
    before,
    [contact(2, { person_id: 8, phone: 'old' })],
    [{}, {}]
  ]
] as const)('of the rows of a person, %s', ([, sharing, stored, rows, expected]) => {
  const settled = settlePerson(sharing, stored, rows)
  const kept = settled && Object.fromEntries([...settled.kept].map(([row, values]) => [row.self, values]))
  expect(settled && [settled.written, kept]).toEqual(expected)
})
