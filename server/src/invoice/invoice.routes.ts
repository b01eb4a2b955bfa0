import { listInvoicesSchema } from '@customer-center/contract/invoice.schema'
import type { FastifyInstance } from 'fastify'
import { route } from '../http/route.ts'
import type { Services } from '../http/services.ts'
import { listInvoicesOf } from './invoice.repository.ts'

export function invoiceRoutes(app: FastifyInstance, { db }: Services): void {
  route(app, listInvoicesSchema, ({ caller }) => listInvoicesOf(db, caller))
}
