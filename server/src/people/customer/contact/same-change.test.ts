import { sql } from 'kysely'
import { expect } from 'vitest'
import { contactFields } from '@customer-center/contract/contact'
import { Right } from '@customer-center/contract/rights'
import { shopUserFields } from '@customer-center/contract/shop-user'
import {
  type ChangeCase,
  doors,
  type Effects,
  test as changeTest
} from '../../../../../testing/server/contact-change-fixtures.ts'

const { lastName, place, salutation, active, shopEmail, eMailAddress, displayEmail, webshopRights } = contactFields

/** The three addresses of a contact that a form shows as one. */
const threeAddresses = (address: string): Effects => ({
  answer: 'taken',
  columns: { 'c.display_email': address, 'p.email_address': address, 's.email_address': address },
  versions: [1, 0],
  audit: `contact ${displayEmail.code} ${eMailAddress.code} ${shopEmail.code}`
})
const everything = ['session', 'passkey', 'e-mail change']
const renamed = ['email-changed-mail', 'passkey-removed-mail']
const newAddress = 'neu-{name}@firma.example'
const inCapitals = '{name}@FIRMA.example'

const changedContact = (column: string, value: string | boolean | null, code: string): Effects => ({
  answer: 'taken',
  columns: { [column]: value },
  versions: [1, 0],
  audit: `contact ${code}`
})
const changedLogin = (column: string, value: string | number, code: string): Effects => ({
  answer: 'taken',
  columns: { [column]: value },
  audit: `shop-user ${code}`
})
const newRight = (right: number): Effects => changedLogin('s.rights', right, shopUserFields.webshopRights.code)
const newName = (name: string): Effects => changedLogin('s.email_address', name, shopUserFields.emailAddress.code)
/** The form shows contact and login as one row, and records it as one. */
const newRightInForm = (right: number): Effects => ({
  ...newRight(right),
  versions: [1, 0],
  audit: `contact ${webshopRights.code}`
})
const oneRow = 'a form shows contact and login as one row'
/** A person can take a removal back within ten seconds. */
const removedLater = { ends: ['session'], mails: ['passkey-removal'] }
const leftOut = [['import'], { answer: 'left out' }, 'a file is not held up by one value'] as const

const cases: readonly ChangeCase[] = [
  {
    name: 'a new name',
    put: { [lastName.code]: 'Neu' },
    row: { lastName: 'Neu' },
    effects: changedContact('p.last_name', 'Neu', lastName.code)
  },
  {
    name: 'a text with outer blanks',
    put: { [lastName.code]: '  Neu ' },
    row: { lastName: '  Neu ' },
    effects: changedContact('p.last_name', 'Neu', lastName.code)
  },
  {
    name: 'a text in another form of Unicode',
    put: { [place.code]: 'Mu\u0308nchen' },
    row: { place: 'Mu\u0308nchen' },
    effects: changedContact('p.place', 'München', place.code)
  },
  {
    name: 'a cleared text',
    put: { [place.code]: null },
    row: { place: null },
    effects: changedContact('p.place', null, place.code)
  },
  {
    name: 'an empty text',
    put: { [place.code]: ' ' },
    row: { place: ' ' },
    effects: changedContact('p.place', null, place.code)
  },
  { name: 'an unchanged value', put: { [place.code]: 'Wien' }, row: { place: 'Wien' }, effects: { answer: 'taken' } },
  {
    name: 'the value that is stored with blanks',
    begin: (contactId) =>
      sql`update persons set place = ' Wien ' where person_id = (select person_id from contacts where contact_id = ${contactId})`,
    put: { [place.code]: 'Wien' },
    row: { place: 'Wien' },
    effects: { answer: 'taken' }
  },
  {
    name: 'an unknown value',
    put: { [salutation.code]: 77 },
    row: { salutation: 77 },
    effects: { answer: 'refused' },
    but: [leftOut]
  },
  {
    name: 'a value too long',
    put: { [place.code]: 'x'.repeat(500) },
    row: { place: 'x'.repeat(500) },
    effects: { answer: 'refused' },
    but: [leftOut]
  },
  { name: 'an unknown field', put: { ASP_ANDERES: 'x' }, row: { other: 'x' }, effects: { answer: 'refused' } },
  {
    name: 'a name that is cleared',
    put: { [lastName.code]: null },
    row: { lastName: null },
    effects: { answer: 'refused' }
  },
  {
    name: 'a contact made inactive',
    put: { [active.code]: false },
    row: { active: false },
    effects: {
      ...changedContact('c.active', false, active.code),
      ends: ['session', 'passkey'],
      mails: ['passkey-removed-mail']
    },
    but: [
      [
        ['PUT'],
        { ...changedContact('c.active', false, active.code), ...removedLater },
        'it can be taken back for a while'
      ]
    ]
  },
  {
    name: 'an admin made active again',
    begin: (contactId) => sql`
      with admin as (update shop_users set rights = ${Right.admin} where contact_id = ${contactId})
      update contacts set active = false where contact_id = ${contactId}`,
    put: { [active.code]: true },
    row: { active: true },
    effects: { ...changedContact('c.active', true, active.code), mails: ['admin-mail'] },
    but: [
      [
        ['PUT'],
        {
          ...changedContact('c.active', true, active.code),
          ends: ['passkey'],
          mails: ['admin-mail', 'passkey-removed-mail']
        },
        'it may take a removal back too late, whose job for the passkeys is at work'
      ]
    ]
  },
  {
    name: 'a contact that an operator has locked made active',
    begin: (contactId) => sql`update contacts set active = false, locked_at = now() where contact_id = ${contactId}`,
    put: { [active.code]: true },
    row: { active: true },
    effects: { answer: 'refused' },
    but: [[['row', 'import'], { answer: 'kept' }, 'the other values of the row count']]
  },
  {
    name: 'a right that is raised',
    put: { [webshopRights.code]: Right.admin },
    resource: 'shop-users',
    row: { rights: Right.admin },
    effects: { ...newRight(Right.admin), ends: ['session'], mails: ['admin-mail'] },
    but: [
      [['PUT'], { ...newRightInForm(Right.admin), mails: ['admin-mail'] }, `${oneRow}; it leaves those who work alone`]
    ]
  },
  {
    name: 'a right that is taken',
    put: { [webshopRights.code]: Right.none },
    resource: 'shop-users',
    row: { rights: Right.none },
    effects: { ...newRight(Right.none), ends: ['session', 'passkey'], mails: ['passkey-removed-mail'] },
    but: [[['PUT'], { ...newRightInForm(Right.none), ...removedLater }, `${oneRow}; it can be taken back for a while`]]
  },
  {
    name: 'a new user name',
    put: { [shopEmail.code]: newAddress },
    resource: 'shop-users',
    row: { emailAddress: newAddress },
    effects: { ...newName(newAddress), ends: everything, mails: ['admin-mail', ...renamed] },
    but: [
      [
        ['PUT'],
        { ...threeAddresses(newAddress), ends: everything, mails: renamed },
        `${oneRow}, and one address for all three; admins know what they have saved themselves`
      ]
    ]
  },
  {
    name: 'the user name in capitals',
    put: { [shopEmail.code]: inCapitals },
    resource: 'shop-users',
    row: { emailAddress: inCapitals },
    effects: { ...newName(inCapitals), ends: ['session'] },
    but: [[['PUT'], threeAddresses(inCapitals), `${oneRow}; it leaves those who work alone`]]
  },
  {
    name: 'another address of the person',
    put: { [eMailAddress.code]: newAddress },
    row: { eMailAddress: newAddress },
    effects: {
      ...changedContact('p.email_address', newAddress, `${displayEmail.code} ${eMailAddress.code}`),
      columns: { 'c.display_email': newAddress, 'p.email_address': newAddress }
    },
    but: [
      [
        ['PUT'],
        { ...threeAddresses(newAddress), ends: everything, mails: renamed },
        `${oneRow}; the provider sends the login as a row of its own`
      ]
    ]
  },
  {
    name: 'a new name of a person whom another customer has too',
    shared: 'first',
    put: { [lastName.code]: 'Neu' },
    row: { lastName: 'Neu' },
    effects: { ...changedContact('p.last_name', 'Neu', lastName.code), versions: [1, 1] },
    but: [[['PUT'], { answer: 'refused' }, 'a customer does not change what another one shows']]
  },
  {
    name: 'a new name of a person whom another customer had first',
    shared: 'second',
    put: { [lastName.code]: 'Neu' },
    row: { lastName: 'Neu' },
    effects: { answer: 'kept' },
    but: [[['PUT'], { answer: 'refused' }, 'a customer does not change what another one shows']]
  }
]

const test = changeTest.extend('cases', { scope: 'file' }, cases)

test.for(cases.map(({ name }, index) => [name, index] as const))(
  'form, row and file do the same to a contact, or differ with a reason: %s',
  async ([, index], { effectsOf }) => {
    for (const door of doors) {
      const { effects, expected, why } = await effectsOf(index, door)
      expect(effects, `${door}: ${why}`).toEqual(expected)
    }
  }
)
