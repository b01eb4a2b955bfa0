import { expect, test } from 'vitest'
import { isOwnContact, salutationChoices, showsPassword, type ContactFormSituation } from './contact-form-rules.ts'

const situation = (more: Partial<ContactFormSituation> = {}): ContactFormSituation => ({
  viewer: 'admin',
  own: false,
  isNew: false,
  storedRight: 'contact',
  ...more
})

test('a password is shown with a right, to an admin and to the person itself', () => {
  expect(showsPassword(situation(), 'contact')).toBe(true)
  expect(showsPassword(situation(), 'none')).toBe(false)
  expect(showsPassword(situation({ viewer: 'shopfull' }), 'contact')).toBe(false)
  expect(showsPassword(situation({ viewer: 'shopfull', own: true }), 'shopfull')).toBe(true)
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
