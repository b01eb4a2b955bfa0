import { choiceFields } from '@customer-center/contract/possible-values'
import { getPossibleValuesSchema } from '@customer-center/contract/possible-values.schema'
import type { FastifyInstance } from 'fastify'
import { resFields } from '../../platform/http/query-parameters.ts'
import { route } from '../../platform/http/route.ts'
import type { Services } from '../../platform/services.ts'
import { listPossibleValues } from './possible-values.repository.ts'

/** Routes of the choices of the shop's drop-downs. */
export function possibleValuesRoutes(app: FastifyInstance, { db }: Services): void {
  route(app, getPossibleValuesSchema, ({ query, caller }) =>
    listPossibleValues(db, caller, resFields(choiceFields, query.RES_FIELDS))
  )
}
