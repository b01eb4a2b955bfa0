import * as z from 'zod/mini'
import { listContactFields, listCustomerFields } from './field.ts'
import { defineEndpoint, resFields } from './schema.ts'
import { getPossibleValues } from './possible-values.ts'

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
