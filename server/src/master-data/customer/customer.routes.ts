import { customerFields } from '@customer-center/contract/customer'
import { getCustomerSchema, saveCustomerSchema } from '@customer-center/contract/customer.schema'
import type { FastifyInstance } from 'fastify'
import { resFields } from '../../platform/http/fields.ts'
import { route } from '../../platform/http/route.ts'
import type { Services } from '../../platform/services.ts'
import { readChanges } from '../../platform/saving/read-changes.ts'
import { getCustomer, saveCustomer } from './customer.repository.ts'

/** Reads and changes the company of the session. */
export function customerRoutes(app: FastifyInstance, { db }: Services): void {
  route(app, getCustomerSchema, ({ query, caller }) =>
    getCustomer(db, caller, resFields(customerFields, query.RES_FIELDS, true))
  )

  route(app, saveCustomerSchema, async ({ body, caller }) => {
    const changes = readChanges(customerFields, body.data, ['company', 'id', 'pvaid'])
    return saveCustomer(db, caller, changes)
  })
}
