import { expect, test } from 'vitest'
import { customerRow, type PersonRow, settlePerson } from './shared-persons.ts'

const contact = (self: number, wanted: PersonRow['wanted'], state: Partial<PersonRow> = {}): PersonRow => ({
  self,
  isNew: false,
  active: true,
  wanted,
  ...state
})
const customer = (wanted: PersonRow['wanted']) => contact(customerRow, wanted)

/** Two contacts of other customers; the first one has set the telephone number. */
const two = { isCustomer: false, contacts: [1, 2].map((no) => ({ contact: no, active: true })) }
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
    { ...two, contacts: [...two.contacts, { contact: 3, active: true }] },
    before,
    [contact(2, { place: 'Wels' }), contact(3, { place: 'Linz' })],
    [{ place: 'Wels', set_by: '{"place":2}' }, { 3: { place: 'Wels' } }]
  ],
  [
    'an inactive contact sets nothing, and the next one takes over',
    { ...two, contacts: [{ contact: 1, active: false }, two.contacts[1]!] },
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
  ['an equal value, and the number, change nothing', two, before, [contact(2, { id: 8, phone: 'old' })], [{}, {}]]
] as const)('of the rows of a person, %s', ([, sharing, stored, rows, expected]) => {
  const settled = settlePerson(sharing, stored, rows)
  const kept = settled && Object.fromEntries([...settled.kept].map(([row, values]) => [row.self, values]))
  expect(settled && [settled.written, kept]).toEqual(expected)
})
