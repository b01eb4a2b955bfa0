import type { FastifyInstance } from 'fastify'
import { webinarFields, listWebinarsSchema } from '@customer-center/contract/webinar'
import type { Services } from '../../feature/services.ts'
import { emptyList } from '../../platform/database/list.ts'
import { resFields, isOwnCustomer } from '../../platform/http/query-parameters.ts'
import { route } from '../../platform/http/route.ts'
import { listWebinars } from './webinar.repository.ts'

export function webinarRoutes(app: FastifyInstance, { db }: Services): void {
  route(app, listWebinarsSchema, async ({ query, caller, request }) => {
    const codes = resFields(webinarFields, query.RES_FIELDS)
    return isOwnCustomer(query, caller, request) ? listWebinars(db, caller, codes) : emptyList
  })
}
