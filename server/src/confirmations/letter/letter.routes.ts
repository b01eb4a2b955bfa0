import type { FastifyInstance } from 'fastify'
import {
  getParticipationLetterSchema,
  getHourRecordLetterSchema,
  listConfirmableParticipantsSchema
} from '@customer-center/contract/letter'
import type { Services } from '../../feature/services.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { route } from '../../platform/http/route.ts'
import { checkBulkSize } from './letter-keys.ts'
import {
  findConfirmableParticipants,
  findParticipationLetter,
  findHourRecordLetter
} from './participation.repository.ts'

export function letterRoutes(app: FastifyInstance, { db }: Services): void {
  route(app, getHourRecordLetterSchema, async ({ caller }) => {
    const letterNo = await findHourRecordLetter(db, caller)
    if (letterNo === undefined) throw new Refusal('hourRecordNotAvailable')
    return { letterNo }
  })

  route(app, getParticipationLetterSchema, async ({ query, caller }) => {
    const letterNo = await findParticipationLetter(db, caller, Number(query.eventId))
    if (letterNo === undefined) throw new Refusal('confirmationNotAvailable')
    return { letterNo }
  })

  route(app, listConfirmableParticipantsSchema, async ({ query, caller }) => {
    const eventKey = { eventId: Number(query.eventId), no: Number(query.no) }
    const found = await findConfirmableParticipants(db, caller, eventKey)
    if (!found) throw new Refusal('confirmationNotAvailable')
    checkBulkSize(found.participantIds)
    return found
  })
}
