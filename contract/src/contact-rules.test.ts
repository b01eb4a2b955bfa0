import { expect, test } from 'vitest'
import {
  type ContactSituation,
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

test('the own e-mail address cannot be edited, and that of a login by an admin alone', () => {
  expect(mayEditEmail(situation())).toBe(true)
  expect(mayEditEmail(situation({ own: true }))).toBe(false)
  expect(mayEditEmail(situation({ viewer: 'shopfull' }))).toBe(false)
  expect(mayEditEmail(situation({ viewer: 'shopfull', storedRight: 'none' }))).toBe(true)
  expect(mayEditEmail(situation({ viewer: 'shopfull', storedRight: 'none', own: true }))).toBe(false)
})

test('shop rights are changed by an admin who is somebody else', () => {
  for (const viewer of rightNames) {
    expect(mayEditRights(situation({ viewer }))).toBe(viewer === 'admin')
    expect(mayEditRights(situation({ viewer, own: true }))).toBe(false)
  }
})

test('a password is set by an admin and by the person itself', () => {
  for (const viewer of rightNames) {
    expect(mayEditPassword(situation({ viewer }))).toBe(viewer === 'admin')
    expect(mayEditPassword(situation({ viewer, own: true }))).toBe(true)
  }
})

test('everybody says who has left but of an admin, and an admin alone lets somebody in again', () => {
  expect(mayEditActive(situation(), false)).toBe(true)
  const shop = situation({ viewer: 'shopfull' })
  expect(mayEditActive(shop, true)).toBe(true)
  expect(mayEditActive(shop, false)).toBe(false)
  expect(mayEditActive({ ...shop, storedRight: 'admin' }, true)).toBe(false)
  expect(mayEditActive({ ...shop, storedRight: 'none' }, false)).toBe(true)
})

test('a contact is found by its last name, by its first name in a form without one, and else by none', () => {
  expect(nameField(() => true)).toBe('lastName')
  expect(nameField((name) => name === 'firstName')).toBe('firstName')
  expect(nameField(() => false)).toBeNull()
})
