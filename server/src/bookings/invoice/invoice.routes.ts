import { listInvoicesSchema } from '@customer-center/contract/invoice.schema'
import type { FastifyInstance } from 'fastify'
import { route } from '../../platform/http/route.ts'
import type { Services } from '../../platform/services.ts'
import { listInvoices } from './invoice.repository.ts'

export function invoiceRoutes(app: FastifyInstance, { db }: Services): void {
  route(app, listInvoicesSchema, ({ caller }) => listInvoices(db, caller))
}
