import { listOrdersSchema } from '@customer-center/contract/order.schema'
import type { FastifyInstance } from 'fastify'
import { route } from '../../platform/http/route.ts'
import type { Services } from '../../platform/services.ts'
import { listOrders } from './order.repository.ts'

export function orderRoutes(app: FastifyInstance, { db }: Services): void {
  route(app, listOrdersSchema, ({ caller }) => listOrders(db, caller))
}
