import { listContactFieldsSchema, listCustomerFieldsSchema } from '@customer-center/contract/field.schema'
import type { FastifyInstance } from 'fastify'
import { route } from '../../platform/http/route.ts'
import type { Services } from '../../platform/services.ts'
import { listFields } from './field.repository.ts'

/** Tells which fields the shop's forms show. */
export function fieldRoutes(app: FastifyInstance, { db }: Services): void {
  route(app, listCustomerFieldsSchema, ({ caller }) => listFields(db, caller, 'customer'))
  route(app, listContactFieldsSchema, ({ caller }) => listFields(db, caller, 'contact'))
}
