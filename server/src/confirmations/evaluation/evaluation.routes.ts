import { evaluationFields } from '@customer-center/contract/evaluation'
import { listEvaluationsSchema } from '@customer-center/contract/evaluation.schema'
import type { FastifyInstance } from 'fastify'
import { resFields } from '../../platform/http/query-parameters.ts'
import { route } from '../../platform/http/route.ts'
import type { Services } from '../../platform/services.ts'
import { listEvaluations } from './evaluation.repository.ts'

export function evaluationRoutes(app: FastifyInstance, { db }: Services): void {
  route(app, listEvaluationsSchema, async ({ query, caller }) =>
    listEvaluations(db, caller, resFields(evaluationFields, query.RES_FIELDS))
  )
}
