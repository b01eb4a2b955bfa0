import * as z from 'zod/mini'
import { fromGermanDate } from './dates.ts'
import { listEventsByParticipant, listEventsBySubscriber, participantEventFields } from './event.ts'
import { customerKeys, defineEndpoint, optionalDigits, resFields, rowSchema, parameter } from './schema.ts'
import { eventModelFields, getEventModel } from './event-model.ts'

const day = z.optional(
  z.string().check(
    z.refine((value) => value === '' || fromGermanDate(value) !== null),
    z.describe('dd.MM.yyyy')
  )
)
const participant = {
  ...customerKeys,
  contactCompany: optionalDigits,
  contactId: optionalDigits,
  from: day,
  to: day
}
const rows = z.array(rowSchema(participantEventFields))

export const listEventsBySubscriberSchema = defineEndpoint(listEventsBySubscriber, 'Events of a participant', rows, {
  query: z.object({ ...participant, ...resFields })
})
export const listEventsByParticipantSchema = defineEndpoint(
  listEventsByParticipant,
  'Events of a participant, all fields',
  rows,
  { query: z.object(participant) }
)

const query = z.object({ ...resFields, modelId: parameter, eventId: z.optional(parameter) })

export const getEventModelSchema = defineEndpoint(
  getEventModel,
  'Drawing of a room or seat plan',
  rowSchema(eventModelFields),
  { query }
)
