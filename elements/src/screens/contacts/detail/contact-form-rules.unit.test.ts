import { expect, test } from 'vitest'
import { rightNames } from '@customer-center/contract/rights'
import {
  isOwnContact,
  loginField,
  offersActive,
  salutationChoices,
  showsPassword,
  type ContactFormSituation
} from './contact-form-rules.ts'

const situation = (more: Partial<ContactFormSituation> = {}): ContactFormSituation => ({
  viewer: 'admin',
  own: false,
  isNew: false,
  storedRight: 'contact',
  ...more
})

test('a person without a login logs in with the address that the form shows', () => {
  const [shop, person] = [{ name: 'shopEmail' }, { name: 'eMailAddress' }]
  expect(loginField([person, shop], '')).toBe('shopEmail')
  expect(loginField([person], '')).toBe('eMailAddress')
  expect(loginField([person], 'eva@example.at')).toBeNull()
})

test('a password is shown with a right, to an admin and to the person itself', () => {
  expect(showsPassword(situation(), 'contact')).toBe(true)
  expect(showsPassword(situation(), 'none')).toBe(false)
  expect(showsPassword(situation({ viewer: 'shopfull' }), 'contact')).toBe(false)
  expect(showsPassword(situation({ viewer: 'shopfull', own: true }), 'shopfull')).toBe(true)
})

test('a new contact is active; others are changed by an admin, without a login by all, and to inactive but for an admin', () => {
  expect(offersActive(situation({ isNew: true }), true)).toBe(false)
  expect(offersActive(situation(), false)).toBe(true)
  const shop = situation({ viewer: 'shopfull' })
  expect(offersActive(shop, true)).toBe(true)
  expect(offersActive(shop, false)).toBe(false)
  expect(offersActive({ ...shop, storedRight: 'admin' }, true)).toBe(false)
  expect(offersActive({ ...shop, storedRight: 'none' }, false)).toBe(true)
})

test('nobody deactivates their own contact', () => {
  for (const viewer of rightNames) {
    expect(offersActive(situation({ viewer, own: true, storedRight: viewer }), true)).toBe(false)
  }
})

test('Keine Angabe is offered by the setting alone, but nothing that is stored is lost', () => {
  expect(salutationChoices(false, 'x')).toEqual(['0', '1', '2'])
  expect(salutationChoices(true, '')).toEqual(['0', '1', '2', '3'])
  expect(salutationChoices(false, '3')).toEqual(['0', '1', '2', '3'])
  expect(salutationChoices(false, '10')).toEqual(['0', '1', '2', '10'])
})

test('one’s own contact is recognized by the address of its login, whatever its case', () => {
  expect(isOwnContact('Anna@Example.at', 'anna@example.at')).toBe(true)
  expect(isOwnContact('', '')).toBe(false)
  expect(isOwnContact('eva@example.at', 'anna@example.at')).toBe(false)
})
