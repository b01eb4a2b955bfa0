import type { FastifyInstance } from 'fastify'
import { getHistorySchema } from '@customer-center/contract/history'
import type { Services } from '../../../feature/services.ts'
import { route } from '../../../platform/http/route.ts'
import { readHistory } from './history.repository.ts'

const numberOf = (text: string | undefined) => (text === undefined ? undefined : Number(text))

export function historyRoutes(app: FastifyInstance, { db }: Pick<Services, 'db'>): void {
  route(app, getHistorySchema, ({ query, caller }) =>
    readHistory(db, caller, {
      contactId: numberOf(query.pvaid),
      no: numberOf(query.no),
      before: numberOf(query.before)
    })
  )
}
