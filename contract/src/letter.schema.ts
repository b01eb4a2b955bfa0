import * as z from 'zod/mini'
import { getParticipationLetter, getHourRecordLetter, listConfirmableParticipants } from './letter.ts'
import { digits, defineEndpoint } from './schema.ts'

const letter = z.strictObject({ letterNo: z.int() })

export const getHourRecordLetterSchema = defineEndpoint(getHourRecordLetter, 'Number of the hour record letter', letter)
export const getParticipationLetterSchema = defineEndpoint(
  getParticipationLetter,
  "Number of an event's participation confirmation letter",
  letter,
  { query: z.object({ eventId: digits }) }
)
export const listConfirmableParticipantsSchema = defineEndpoint(
  listConfirmableParticipants,
  "Number of an event's participation confirmation letter, and the participations that the caller may have confirmed",
  z.strictObject({ letterNo: z.int(), participantIds: z.array(z.int()), names: z.array(z.string()) }),
  { query: z.object({ eventId: digits, no: digits }) }
)
