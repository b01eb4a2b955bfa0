import { z } from 'zod'
import { choice, externalId, immutable, reference, required, refusesRow, own } from './import-field.ts'
import { getParticipationLetter, getHourRecordLetter, listConfirmableParticipants } from './letter.ts'
import { digits, defineEndpoint } from './schema.ts'

/** Kinds of letters, by the words in which they are stored and signed. */
export const letterKinds = ['participation', 'timesheet'] as const

export type LetterKind = (typeof letterKinds)[number]

/** A row of a provider, by member. */
export const lettersImport = {
  externalId,
  letterNo: immutable(own('number')),
  kind: required(choice(null, letterKinds), 'A confirmation of participation, or an hour record'),
  event: refusesRow(reference('events'), 'For this event alone; otherwise for each')
} as const

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
