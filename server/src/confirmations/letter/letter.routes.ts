import { getParticipationLetterSchema, getTimesheetLetterSchema } from '@customer-center/contract/letter.schema'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '../../platform/http/refusal.ts'
import { route } from '../../platform/http/route.ts'
import type { Services } from '../../platform/services.ts'
import { findParticipationLetter, findTimesheetLetter } from './letter.repository.ts'

export function letterRoutes(app: FastifyInstance, { db }: Services): void {
  route(app, getTimesheetLetterSchema, async ({ caller }) => {
    const letterNo = await findTimesheetLetter(db, caller)
    if (letterNo === undefined) throw new Refusal('timesheetNotAvailable')
    return { letterNo }
  })

  route(app, getParticipationLetterSchema, async ({ query, caller }) => {
    const letterNo = await findParticipationLetter(db, caller, Number(query.eventId))
    if (letterNo === undefined) throw new Refusal('confirmationNotAvailable')
    return { letterNo }
  })
}
