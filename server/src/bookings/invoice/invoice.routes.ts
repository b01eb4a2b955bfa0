import { listInvoicesSchema } from '@customer-center/contract/invoice.schema'
import type { FastifyInstance } from 'fastify'
import { listRoute } from '../../platform/http/route.ts'
import { invoicesOfCaller } from './invoice.repository.ts'

export function invoiceRoutes(app: FastifyInstance): void {
  listRoute(app, listInvoicesSchema, invoicesOfCaller)
}
