import { z } from 'zod'
import { contactFields } from './contact.ts'
import { customerFields } from './customer.ts'
import { listContactFields, listCustomerFields } from './field.ts'
import { choice, described, notNull, required, refusesRow, own } from './import-field.ts'
import { getPossibleValues, choiceFields } from './possible-values.ts'
import { defineEndpoint, resFields } from './schema.ts'

const codes = Object.values({ customer: customerFields, contact: contactFields }).flatMap((fields) =>
  Object.values(fields).map(({ code }) => code)
)

/** A row of a provider, by member: a field of a form. */
export const fieldsImport = {
  form: required(choice(null, ['customer', 'contact'])),
  field: required(choice(null, codes)),
  position: required(own('number'), 'Order within the form; a field without a row is not shown'),
  displayMode: notNull(own('number'), 'Passed on to the elements'),
  description: described(own('text', 200), 'The label, if not the usual one'),
  required: notNull(own('flag')),
  readOnly: refusesRow(notNull(own('flag')))
} as const

/** The form that a new shop has. */
export interface NewForm<Name extends string> {
  /** Fields in the order of the form. */
  readonly shown: readonly Name[]
  readonly required: readonly Name[]
  readonly readOnly?: readonly Name[]
  /** If true, nobody may fill in the other fields; if left out, fields that other rules allow may be sent. */
  readonly hidesOthers?: true
}

const choiceCodes = Object.values(choiceFields).map(({ code }) => code)

/** A row of a provider, by member: a choice of a drop-down. */
export const possibleValuesImport = {
  field: required(choice(null, choiceCodes)),
  key: required(own('text', 100), 'What is stored'),
  value: required(own('text', 200), 'What people choose'),
  position: required(own('number'))
} as const

const descriptors = z.array(
  z.strictObject({
    displayMode: z.int(),
    constName: z.string(),
    fieldDescription: z.nullable(z.string()),
    requiredField: z.boolean(),
    readOnly: z.boolean()
  })
)

export const listCustomerFieldsSchema = defineEndpoint(listCustomerFields, 'Fields of the company form', descriptors)
export const listContactFieldsSchema = defineEndpoint(listContactFields, 'Fields of the contact form', descriptors)

const values = z.record(z.string(), z.array(z.strictObject({ key: z.string(), value: z.string() })))

export const getPossibleValuesSchema = defineEndpoint(
  getPossibleValues,
  'Choices of the compare and custom fields',
  values,
  { query: z.object(resFields) }
)
