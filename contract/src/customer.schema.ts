import * as z from 'zod/mini'
import { customerFields, getCustomer, saveCustomer } from './customer.ts'
import { endpointOf, resFields, rowSchema, writeSchema } from './schema.ts'

const row = rowSchema(customerFields)

export const getCustomerSchema = endpointOf(getCustomer, 'The company of the session', row, {
  query: z.object(resFields)
})
export const saveCustomerSchema = endpointOf(saveCustomer, 'Changes the company', row, { body: writeSchema })
