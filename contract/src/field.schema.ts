import * as z from 'zod/mini'
import { descriptorFields, type FieldDescriptor, listContactFields, listCustomerFields } from './field.ts'
import { defineEndpoint, listRowSchema } from './schema.ts'

const descriptors = z.array(listRowSchema<FieldDescriptor>(descriptorFields))

export const listCustomerFieldsSchema = defineEndpoint(listCustomerFields, 'Fields of the company form', descriptors)
export const listContactFieldsSchema = defineEndpoint(listContactFields, 'Fields of the contact form', descriptors)
