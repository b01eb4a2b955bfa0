import { expect, test } from 'vitest'
import { contactFields } from '../../contract/src/contact.ts'
import { compareFields } from '../../contract/src/customer.ts'
import { endpoints } from '../../contract/src/endpoints.ts'
import { idField } from '../../contract/src/field-codes.ts'
import { fieldTables } from '../../contract/src/field-tables.ts'
import { readContractComments } from './contract-comments.ts'
import { constants, membersOf } from './contract-values.ts'

const comments = await readContractComments()

test('a description is the comment above a field, a call or a constant', () => {
  expect(comments.ofField(contactFields.pvaid)).toBe(
    'Number of the link between customer and person, which names the contact.'
  )
  expect(comments.ofField(compareFields.compareField7)).toMatch(/^Key of one of the possible values/)
  expect(comments.ofMember('HourRecordConst', 'eventIds')).toMatch(/`VER_ID`/)
  expect(comments.ofMember('accessStates', 'never-sent')).toMatch(/no mail/)
})

test('what has no comment is named', () => {
  expect(() => comments.ofField(idField('X_NEU'))).toThrow('X_NEU has no comment')
  expect(() => comments.ofMember('HourRecordConst', 'eighth')).toThrow('HourRecordConst.eighth has no comment')
  expect(() => comments.ofCall({ path: '/new' })).toThrow('/new has no comment')
})

test('every call, field and constant of the contract has one', () => {
  for (const { endpoint } of endpoints) expect(comments.ofCall(endpoint)).toMatch(/^[A-Z].*\.$/)
  for (const field of Object.values(fieldTables).flatMap((table) => Object.values(table)))
    expect(comments.ofField(field), field.code).toMatch(/^[A-Z].*\.$/)
  for (const constant of Object.keys(constants) as (keyof typeof constants)[])
    for (const [member] of membersOf(constant)) expect(comments.ofMember(constant, member)).toMatch(/^[A-Z].*\.$/)
})
