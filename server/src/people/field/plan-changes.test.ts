import { expect, test } from 'vitest'
import { customerFields } from '@customer-center/contract/customer'
import { invoiceAddressFields } from '@customer-center/contract/invoice-address'
import { Refusal } from '../../platform/http/refusal.ts'
import { changedValues } from '../../records/rows/values.ts'
import { checkKeys, planChanges } from './plan-changes.ts'

test('what is stored is no difference, even where an import left spaces or an empty text', () => {
  const stored = { name: ' Huber ', street: '', place: null, plz: '1010' }
  expect(
    changedValues<typeof stored>(stored, { name: 'Huber', street: null as never, place: null, plz: '1020' })
  ).toEqual({
    plz: '1020'
  })
})

test('a key that is missing names no other row', () => {
  expect(() => checkKeys({ providerId: 1 }, { providerId: 1, customerId: 2 }, 'noSuchCustomer')).not.toThrow()
  expect(() => checkKeys({ customerId: 3 }, { providerId: 1, customerId: 2 }, 'noSuchCustomer')).toThrow(Refusal)
})

test('a locked field and a choice that is no longer offered may be sent as they are stored', () => {
  const locked = { code: 'KND_UIDNR', label: null, required: false, readOnly: true, hidden: false }
  const form = { fields: [locked], offered: { KND_VERGLEICHSFELD1: ['2'] } }
  const stored = { uidNr: 'ATU1', compareField1: '1' }
  const plan = (values: Partial<typeof stored>) => planChanges(customerFields, values, { stored, form })
  expect(plan(stored)).toEqual({})
  expect(() => plan({ uidNr: 'ATU2' })).toThrow('fieldNotWritable')
  expect(() => plan({ compareField1: '3' })).toThrow('valueNotOffered')
})

test('a new row is asked for what is required, a stored one for what is emptied', () => {
  const plan = (stored: { name: string | null; plz: string | null } | null, values: object) =>
    planChanges(invoiceAddressFields, values, { stored, required: ['name', 'plz'] })
  expect(() => plan(null, { plz: '1010' })).toThrow('requiredFieldMissing')
  expect(plan({ name: null, plz: '1010' }, { name: null })).toEqual({})
  expect(() => plan({ name: 'Huber', plz: '1010' }, { name: null })).toThrow('requiredFieldMissing')
})
