import { expect, test } from 'vitest'
import { contactFields } from '@customer-center/contract/contact'
import type { StoredContact } from '../contact/contact.repository.ts'
import { shopUserChange } from './save-shop-user.ts'

const nulls = Object.fromEntries(Object.keys(contactFields).map((name) => [name, null])) as StoredContact['values']
const values = { ...nulls, shopEmail: 'eva@firma.example', webshopRights: 3, active: true }
const numbers = { contact: 5, personId: 50, version: 3, otherAdmins: 0 }
const flags = { shared: false, isLockedByOperator: false, hasShopUser: true, hadLogin: true, passwordPending: false }
const stored: StoredContact = { ...numbers, ...flags, values, form: { fields: [], offered: {} } }
const actor = {
  provider: 1,
  customer: 2,
  contact: 5,
  contactCompany: 1,
  personId: 50,
  right: 'contact',
  family: 'f'
} as const
const change = (sent: object, passwordHash: string | null = null) =>
  shopUserChange(actor, { values: sent, keys: {}, version: null, passwordHash })

test('a shop user that is sent as it is changes nothing', () => {
  const whole = { emailAddress: 'eva@firma.example', webshopRights: 3, changeParticipantAllowed: false }
  expect(change(whole).plan(stored)).toEqual({ changed: {}, login: null })
})

test.each([
  [{ webshopRights: 1 }, 'fieldNotWritable'],
  [{ changeParticipantAllowed: true }, 'fieldNotWritable'],
  [{ emailAddress: 'falsch' }, 'invalidEmail'],
  [{ emailAddress: null }, 'requiredFieldMissing']
])('a shop user with %o is refused: %s', (sent, refusal) => {
  expect(() => change({ ...sent, password: 'Neu-4711' }).plan(stored)).toThrow(refusal)
})

test('a password changes the login alone, and is recorded in the words of the call', () => {
  const { plan, record } = change({ password: 'Neu-4711' }, 'hash')
  const { changed, login } = plan(stored)
  expect(login).toMatchObject({ values: { passwordHash: 'hash' }, endSessions: { except: 'f' }, otherAddress: null })
  expect(record(stored.values, changed)).toMatchObject({ resource: 'webshop-user', after: { password: 'Neu-4711' } })
})
