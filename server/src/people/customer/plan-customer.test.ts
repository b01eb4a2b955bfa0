import { expect, test } from 'vitest'
import { type Customer, customerFields } from '@customer-center/contract/customer'
import { planCustomer } from './save-customer.ts'

const empty = Object.fromEntries(Object.keys(customerFields).map((name) => [name, null])) as Customer
const values = { ...empty, company: 1, id: 2, number: 'K2', lastName: 'Firma', place: 'Wien' }
const stored = { values, version: 3, form: { fields: [], offered: {} } }
const admin = { provider: 1, customer: 2, contact: 5, contactCompany: 1, personId: 50, right: 'admin' } as const
const plan = (sent: Partial<Customer>, keys: Partial<Customer> = {}, version: number | null = null) =>
  planCustomer(stored, admin, { values: sent, keys, version })

test('the plan of a company holds what differs alone', () => {
  const { company, id, ...whole } = values
  expect(plan({ ...whole, place: 'Graz' }, { company, id })).toEqual({ place: 'Graz' })
  expect(plan(whole)).toEqual({})
})

test('refuses the keys of another company, a stale version and a number that is not the customer’s to change', () => {
  expect(() => plan({}, { id: 3 })).toThrow('noSuchCustomer')
  expect(() => plan({ place: 'Graz' }, {}, 2)).toThrow('staleData')
  expect(() => plan({ number: 'K3' })).toThrow('fieldNotWritable')
})

test.each([
  [{ number: null }, 'fieldNotWritable'],
  [{ place: 'O'.repeat(101) }, 'fieldTooLong'],
  ...['person', 'a@b', 'a@b.x', 'ä@b.at', 'a@b.at\u200B', '<a@b.at>'].map(
    (emailAddress) => [{ emailAddress }, 'invalidEmail'] as const
  )
] as const)('a company with %o is refused: %s', (sent, refusal) => {
  expect(() => plan(sent)).toThrow(refusal)
})
