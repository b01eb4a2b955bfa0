import { expect, test } from 'vitest'
import {
  type ContactSituation,
  isEmailRequired,
  mayEditActive,
  mayEditEmail,
  mayEditPassword,
  mayEditRights,
  nameField
} from './contact-rules.ts'
import { rightNames } from './rights.ts'

const situation = (more: Partial<ContactSituation> = {}): ContactSituation => ({
  viewer: 'admin',
  own: false,
  storedRight: 'contact',
  ...more
})

test('nobody can edit their own e-mail address, and only an admin that of a login', () => {
  expect(mayEditEmail(situation())).toBe(true)
  expect(mayEditEmail(situation({ own: true }))).toBe(false)
  expect(mayEditEmail(situation({ viewer: 'shopfull' }))).toBe(false)
  expect(mayEditEmail(situation({ viewer: 'shopfull', storedRight: 'none' }))).toBe(true)
  expect(mayEditEmail(situation({ viewer: 'shopfull', storedRight: 'none', own: true }))).toBe(false)
})

test('only another person who is an admin can change shop rights', () => {
  for (const viewer of rightNames) {
    expect(mayEditRights(situation({ viewer }))).toBe(viewer === 'admin')
    expect(mayEditRights(situation({ viewer, own: true }))).toBe(false)
  }
})

test('admins and the person themselves can set a password', () => {
  for (const viewer of rightNames) {
    expect(mayEditPassword(situation({ viewer }))).toBe(viewer === 'admin')
    expect(mayEditPassword(situation({ viewer, own: true }))).toBe(true)
  }
})

test('everybody can mark anyone but an admin as inactive, and only an admin can reactivate', () => {
  expect(mayEditActive(situation(), false)).toBe(true)
  const shop = situation({ viewer: 'shopfull' })
  expect(mayEditActive(shop, true)).toBe(true)
  expect(mayEditActive(shop, false)).toBe(false)
  expect(mayEditActive({ ...shop, storedRight: 'admin' }, true)).toBe(false)
  expect(mayEditActive({ ...shop, storedRight: 'none' }, false)).toBe(true)
})

test('contacts are searched by last name, in a form without one by first name, else by neither', () => {
  expect(nameField(() => true)).toBe('lastName')
  expect(nameField((name) => name === 'firstName')).toBe('firstName')
  expect(nameField(() => false)).toBeNull()
})

test.each([
  // configured, login, right, extended rights, the host's wish: required
  [true, false, 'none', true, false, false],
  [true, false, 'contact', true, false, true],
  [true, false, 'none', false, false, true],
  [true, false, 'none', true, true, true],
  [true, true, 'none', true, false, false],
  [true, true, 'contact', true, false, true],
  [false, false, 'admin', false, true, false],
  [false, true, 'none', false, true, false],
  [false, true, 'contact', true, false, true]
] as const)(
  'an e-mail address, configured %s, login %s, right %s, extended rights %s, wanted by the host %s, is required: %s',
  (configured, isLogin, right, extendedWebshopRights, requireEmail, required) => {
    expect(isEmailRequired({ configured, isLogin, right, extendedWebshopRights, requireEmail })).toBe(required)
  }
)
