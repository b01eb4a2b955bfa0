import { z } from 'zod'
import { contactFields } from './contact.ts'
import { compareFields } from './customer.ts'
import { get } from './endpoint.ts'
import { type FieldsQuery, type FieldTable, type Id, id, text } from './field-codes.ts'
import { choice, required, own } from './import-field.ts'
import { everyRight } from './rights.ts'
import { defineEndpoint, resFields } from './schema.ts'

export interface PossibleValue {
  key: Id
  value: string
}

/** Its members, as fields of plain names. */
export const possibleValueFields = { key: id('key'), value: text('value') } as const

const { customField16, customField17 } = contactFields

/**
 * Fields whose choices the provider may define: compare fields 1–14 of a customer, custom fields 16 and 17 of a
 * contact.
 */
export const choiceFields: FieldTable = {
  ...compareFields,
  customField16,
  customField17
}

/**
 * The choices of compare fields 1–14 and custom fields 16 and 17, by field code. Other backends: {keyvalues: [key],
 * values: [value]}.
 */
export const getPossibleValues = get<FieldsQuery, Record<string, PossibleValue[]>>(
  '/webshop/getPossibleValues',
  everyRight
)

/** A row of a provider, by member: a choice of a drop-down. */
export const possibleValuesImport = () => ({
  field: required(
    choice(
      null,
      Object.values(choiceFields).map(({ code }) => code)
    )
  ),
  key: required(own('text', 100), 'What is stored'),
  value: required(own('text', 200), 'What people choose'),
  position: required(own('number'))
})

const values = () => z.record(z.string(), z.array(z.strictObject({ key: z.string(), value: z.string() })))

export const getPossibleValuesSchema = /*#__PURE__*/ defineEndpoint(
  getPossibleValues,
  'Choices of the compare and custom fields',
  () => ({ data: values(), query: z.object(resFields) })
)
