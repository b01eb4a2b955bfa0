import { expect, test } from 'vitest'
import { contactFields } from '@customer-center/contract/contact'
import { customerFields } from '@customer-center/contract/customer'
import type { FieldTable } from '@customer-center/contract/field-codes'
import { invoiceAddressFields } from '@customer-center/contract/invoice-address'
import { groupFields } from './field-groups.ts'

const groupedBy = (table: FieldTable, ...names: string[]) =>
  groupFields(
    names.map((name) => ({ name })),
    table
  ).map(({ name, rows }) => [name, ...rows.map((row) => row.map((one) => one.name))])

const grouped = (...names: string[]) => groupedBy(contactFields, ...names)

test('fields keep the order of the list within their group, and a group without fields is left out', () => {
  expect(grouped('active', 'lastName', 'street', 'firstName')).toEqual([
    ['identity', ['lastName'], ['firstName']],
    ['address', ['street']],
    ['access', ['active']]
  ])
})

test('a first name stands beside the last name that follows it', () => {
  expect(grouped('firstName', 'lastName')).toEqual([['identity', ['firstName', 'lastName']]])
})

test('titles stand beside each other, as numbers of telephone and fax do, and a salutation beside a title that follows it', () => {
  expect(grouped('firstName', 'lastName', 'title', 'postNominalTitle', 'phoneNumber', 'teleFax')).toEqual([
    ['identity', ['firstName', 'lastName'], ['title', 'postNominalTitle']],
    ['reach', ['phoneNumber', 'teleFax']]
  ])
  expect(grouped('salutation', 'title', 'postNominalTitle')).toEqual([
    ['identity', ['salutation', 'title'], ['postNominalTitle']]
  ])
})

test('the fields of a pair that need the whole width are below each other', () => {
  const names = [{ name: 'name1' }, { name: 'name' }, { name: 'plz' }, { name: 'place' }]
  expect(groupFields(names, invoiceAddressFields, 'name1').map(({ rows }) => rows.map((row) => row.length))).toEqual([
    [1, 1],
    [2]
  ])
})

test('a postcode stands beside the place that follows it, and alone before any other field', () => {
  expect(grouped('plz', 'place')).toEqual([['address', ['plz', 'place']]])
  expect(grouped('plz', 'street', 'place')).toEqual([['address', ['plz'], ['street'], ['place']]])
  expect(grouped('plz', 'phoneNumber', 'place')).toEqual([
    ['address', ['plz', 'place']],
    ['reach', ['phoneNumber']]
  ])
})

test.each([
  ['contact', contactFields],
  ['customer', customerFields],
  ['invoice address', invoiceAddressFields]
])('every field of a %s has a group, also one that nobody knows', (_, fields) => {
  const names = [...Object.keys(fields), 'somethingNew']
  expect(groupedBy(fields, ...names).flatMap(([, ...rows]) => rows.flat())).toHaveLength(names.length)
})
