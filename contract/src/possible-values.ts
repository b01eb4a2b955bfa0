import { contactFields } from './contact.ts'
import { compareFields } from './customer.ts'
import { get } from './endpoint.ts'
import { type FieldsQuery, type FieldTable, type Id, id, text } from './field-codes.ts'
import { everyRight } from './rights.ts'

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
