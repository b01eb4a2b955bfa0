import * as z from 'zod/mini'
import { listContactFields, listCustomerFields } from './field.ts'
import { endpointOf } from './schema.ts'

const descriptors = z.array(
  z.strictObject({
    displayMode: z.int(),
    constName: z.string(),
    fieldDescription: z.nullable(z.string()),
    requiredField: z.boolean(),
    readOnly: z.boolean()
  })
)

export const listCustomerFieldsSchema = endpointOf(listCustomerFields, 'Fields of the company form', descriptors)
export const listContactFieldsSchema = endpointOf(listContactFields, 'Fields of the contact form', descriptors)
