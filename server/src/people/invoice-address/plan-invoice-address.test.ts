import { expect, test } from 'vitest'
import type { InvoiceAddress } from '@customer-center/contract/invoice-address'
import { planAddress } from './save-invoice-address.ts'

const whole = { type: 3, salutation: 10, title: null, postNominalTitle: null, name: 'Huber', name1: null, name2: null }
const values: InvoiceAddress = { ...whole, street: 'Weg 1', plz: '1010', place: 'Wien', no: 1, company: 1, id: 2 }
const sent = (some: Partial<InvoiceAddress>, version: number | null = null) => ({ values: some, keys: {}, version })
const stored = { no: 1, values, version: 3 }

test('the plan of an address holds what differs alone', () => {
  expect(planAddress(stored, sent({ ...whole, place: 'Graz' }))).toEqual({ place: 'Graz' })
  expect(() => planAddress(stored, sent({ type: 1 }))).toThrow('fieldNotWritable')
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
  expect(() => planAddress(null, sent({ name: 'Huber' }))).toThrow('requiredFieldMissing')
  expect(() => planAddress(null, sent({}, 1))).toThrow('fieldNotWritable')
})
