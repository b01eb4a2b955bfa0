import type { FastifyInstance, FastifyRequest } from 'fastify'
import { fromGermanDate } from '@customer-center/contract/dates'
import {
  type ParticipantQuery,
  participantEventFields,
  listEventsByParticipantSchema,
  listEventsBySubscriberSchema
} from '@customer-center/contract/event'
import type { Services } from '../../feature/services.ts'
import { emptyList } from '../../platform/database/list.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { resFields, nonEmpty, isOwnCustomer } from '../../platform/http/query-parameters.ts'
import { route } from '../../platform/http/route.ts'
import { listEvents } from './event.repository.ts'

/** Serves one list under two names; the second takes no RES_FIELDS. */
export function eventRoutes(app: FastifyInstance, { db }: Services): void {
  const list = async (query: ParticipantQuery, caller: Caller, request: FastifyRequest, codes: readonly string[]) => {
    // The company of a contact's person is the provider's, as for the customer.
    const ofCompany = isOwnCustomer({ company: query.contactCompany }, caller, request)
    if (!ofCompany || !isOwnCustomer(query, caller, request)) return emptyList
    const personId = nonEmpty(query.contactId)
    return listEvents(db, caller, codes, {
      personId: personId === undefined ? undefined : Number(personId),
      from: fromGermanDate(query.from ?? '') ?? undefined,
      to: fromGermanDate(query.to ?? '') ?? undefined
    })
  }

  route(app, listEventsBySubscriberSchema, async ({ query, caller, request }) =>
    list(query, caller, request, resFields(participantEventFields, query.RES_FIELDS))
  )
  route(app, listEventsByParticipantSchema, ({ query, caller, request }) =>
    list(query, caller, request, resFields(participantEventFields, undefined))
  )
}
