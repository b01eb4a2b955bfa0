import type { FastifyInstance } from 'fastify'
import { customerFields, getCustomerSchema, saveCustomerSchema } from '@customer-center/contract/customer'
import type { Services } from '../../feature/services.ts'
import { resFields } from '../../platform/http/query-parameters.ts'
import { route } from '../../platform/http/route.ts'
import { getCustomer } from './customer.repository.ts'
import { saveCustomer } from './save-customer.ts'

export function customerRoutes(app: FastifyInstance, { db }: Services): void {
  route(app, getCustomerSchema, ({ query, caller }) =>
    getCustomer(db, caller, resFields(customerFields, query.RES_FIELDS, true))
  )

  route(app, saveCustomerSchema, ({ body, caller }) => saveCustomer(db, caller, body.data))
}
