import type { FastifyInstance } from 'fastify'
import { listContactFieldsSchema, listCustomerFieldsSchema } from '@customer-center/contract/field'
import { choiceFields, getPossibleValuesSchema } from '@customer-center/contract/possible-values'
import type { Services } from '../../feature/services.ts'
import { resFields } from '../../platform/http/query-parameters.ts'
import { route } from '../../platform/http/route.ts'
import { listFields, listPossibleValues } from './field.repository.ts'

/** Routes of the fields that the shop's forms show, and of the choices of their drop-downs. */
export function fieldRoutes(app: FastifyInstance, { db }: Services): void {
  route(app, listCustomerFieldsSchema, ({ caller }) => listFields(db, caller, 'customer'))
  route(app, listContactFieldsSchema, ({ caller }) => listFields(db, caller, 'contact'))
  route(app, getPossibleValuesSchema, ({ query, caller }) =>
    listPossibleValues(db, caller, resFields(choiceFields, query.RES_FIELDS))
  )
}
