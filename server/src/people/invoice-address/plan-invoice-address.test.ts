import { expect, test } from 'vitest'
import type { InvoiceAddress } from '@customer-center/contract/invoice-address'
import { planAddress } from './save-invoice-address.ts'

const whole = { type: 3, salutation: 10, title: null, postNominalTitle: null, name: 'Huber', name1: null, name2: null }
const values: InvoiceAddress = { ...whole, street: 'Weg 1', plz: '1010', place: 'Wien', no: 1, company: 1, id: 2 }
const sent = (some: Partial<InvoiceAddress>, version: number | null = null) => ({ values: some, keys: {}, version })
const stored = { no: 1, values, version: 3 }

test('the plan of an address holds what differs alone', () => {
  expect(planAddress(stored, sent({ ...whole, place: 'Graz' }))).toEqual({ place: 'Graz' })
  expect(planAddress(stored, sent({ place: 'Graz' }, 3))).toEqual({ place: 'Graz' })
})

test.each([
  [{ type: 1 }, 'fieldNotWritable'],
  [{ type: null }, 'fieldNotWritable'],
  [{ plz: null }, 'requiredFieldMissing'],
  [{ plz: '12345678901' }, 'fieldTooLong'],
  ...[2, 3, -1, 11].map((salutation) => [{ salutation }, 'valueNotOffered'] as const)
] as const)('a change of %o is refused: %s', (change, refusal) => {
  expect(() => planAddress(stored, sent(change))).toThrow(refusal)
})

test('an address takes the three salutations or none, and no stale version', () => {
  for (const salutation of [0, 1, null]) expect(planAddress(stored, sent({ salutation }))).toEqual({ salutation })
  expect(() => planAddress(stored, sent({ place: 'Graz' }, 2))).toThrow('staleData')
})

test('a new address has no version, and all that is required', () => {
  const { street, plz, place } = values
  expect(planAddress(null, sent({ name: 'Huber', title: null, street, plz, place }))).toEqual({
    name: 'Huber',
    street,
    plz,
    place
  })
  for (const missing of ['name', 'street', 'plz', 'place'] as const)
    expect(() => planAddress(null, sent({ name: 'Huber', street, plz, place, [missing]: null }))).toThrow(
      'requiredFieldMissing'
    )
  expect(() => planAddress(null, sent({}, 1))).toThrow('fieldNotWritable')
})
