import type { FastifyInstance } from 'fastify'
import { eventModelFields, getEventModelSchema } from '@customer-center/contract/event'
import { digitsSchema } from '@customer-center/contract/schema'
import type { Services } from '../../feature/services.ts'
import { resFields, nonEmpty } from '../../platform/http/query-parameters.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { route } from '../../platform/http/route.ts'
import { findEventModel } from './event-model.repository.ts'

export function eventModelRoutes(app: FastifyInstance, { db }: Services): void {
  route(app, getEventModelSchema, async ({ query, caller }) => {
    const codes = resFields(eventModelFields, query.RES_FIELDS)
    const eventId = nonEmpty(query.eventId)
    // The event id comes from an attribute of a page, which may contain any text.
    const readable = eventId === undefined || digitsSchema.safeParse(eventId).success
    const event = eventId === undefined ? undefined : Number(eventId)
    const model = readable ? await findEventModel(db, caller, codes, query.modelId.trim(), event) : undefined
    if (model === undefined) throw new Refusal('noSuchEventModel')
    return model
  })
}
