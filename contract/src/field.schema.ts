import * as z from 'zod/mini'
import { listContactFields, listCustomerFields } from './field.ts'
import { defineEndpoint } from './schema.ts'

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
