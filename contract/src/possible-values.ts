import { z } from 'zod'
import { contactFields } from './contact.ts'
import { compareFields } from './customer.ts'
import { getCall } from './endpoint.ts'
import { type FieldsQuery, type FieldTable, type Id, idField, textField } from './field-codes.ts'
import { choiceField, requiredField, ownField } from './import-field.ts'
import { everyRight } from './rights.ts'
import { defineEndpoint, mayBeMissing, partOf, resFields } from './schema.ts'

export interface PossibleValue {
  key: Id
  value: string
}

/** Its members, as fields of plain names. */
export const possibleValueFields = {
  /** Value that is stored and sent; a row without it is left out. */
  key: idField('key'),
  /** Text that people read and choose; missing: the key. */
  value: textField('value', 200)
} as const

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

/** By the code of the field: compare fields 1–14, custom fields 16 and 17. `{keyvalues: [key], values: [value]}` will do. */
export const getPossibleValues = getCall<FieldsQuery, Record<string, PossibleValue[]>>(
  '/webshop/getPossibleValues',
  everyRight
)

/** A row of a provider, by member: a choice of a drop-down. */
export const possibleValuesImport = () => ({
  field: requiredField(
    choiceField(
      null,
      Object.values(choiceFields).map(({ code }) => code)
    )
  ),
  key: requiredField(ownField('text', 100), 'What is stored'),
  value: requiredField(possibleValueFields.value, 'What people choose'),
  position: requiredField(ownField('number'))
})

const values = () =>
  z.record(
    z.string(),
    z.array(partOf(possibleValueFields, z.strictObject({ key: z.string(), value: mayBeMissing(z.string()) })))
  )

export const getPossibleValuesSchema = /*#__PURE__*/ defineEndpoint(
  getPossibleValues,
  'Choices of the compare and custom fields',
  () => ({ data: values(), query: z.object(resFields) })
)
