import * as z from 'zod/mini'
import { getParticipationLetter, getTimesheetLetter } from './letter.ts'
import { digits, defineEndpoint } from './schema.ts'

const letter = z.strictObject({ letterNo: z.int() })

export const getTimesheetLetterSchema = defineEndpoint(getTimesheetLetter, 'Number of the hour record letter', letter)
export const getParticipationLetterSchema = defineEndpoint(
  getParticipationLetter,
  "Number of an event's participation confirmation letter",
  letter,
  { query: z.object({ eventId: digits }) }
)
