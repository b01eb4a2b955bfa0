import * as z from 'zod/mini'
import { customerFields, getCustomer, saveCustomer } from './customer.ts'
import { defineEndpoint, resFields, rowSchema, writeSchema } from './schema.ts'

const row = rowSchema(customerFields)

export const getCustomerSchema = defineEndpoint(getCustomer, 'The company of the session', row, {
  query: z.object(resFields)
})
export const saveCustomerSchema = defineEndpoint(saveCustomer, 'Changes the company', row, { body: writeSchema })
