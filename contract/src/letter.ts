import { z } from 'zod'
import { getCall, ofFeature } from './endpoint.ts'
import { type Id, idField } from './field-codes.ts'
import { choiceField, externalId, immutableField, referenceTo, requiredField, refusesRow } from './import-field.ts'
import { everyRight } from './rights.ts'
import { digitsSchema, defineEndpoint } from './schema.ts'

export interface LetterNumber {
  letterNo: Id
}

/** Its member, as a field of a plain name. */
export const letterFields = { letterNo: idField('letterNo') } as const

export const getHourRecordLetter = getCall<undefined, LetterNumber>('/eventmanager/lettertimesheet', everyRight)
export const getParticipationLetter = getCall<{ eventId: string }, LetterNumber>(
  '/eventmanager/letterparticipation',
  everyRight
)

/** Limit of confirmations in one file: `/verify` can check that many as one PDF of a few megabytes. */
export const maxBulkConfirmations = 200

/** The data of an event that the server function StandardLetters needs. */
export interface ConfirmableParticipants extends LetterNumber {
  /** Participations that the caller may have confirmed, in the order of the participants' names. */
  participantIds: Id[]
  /** Their names, in the same order. */
  names: string[]
}

export const listConfirmableParticipants = ofFeature(
  'bulk-confirmations',
  getCall<{ eventId: string; no: string }, ConfirmableParticipants>('/eventmanager/lettersbyevent', everyRight)
)

/**
 * Constants of an hour record, sent as `const` = `constId:value` (several ids joined by semicolons, all in the same
 * order).
 */
export const HourRecordConst = {
  eventIds: 1,
  participantIds: 2,
  eventNos: 3,
  personNumber: 4,
  personCompany: 5,
  contactPersonNumber: 6,
  contactCompany: 7
} as const

/** Kinds of letters, by the words in which they are stored and signed. */
export const letterKinds = ['participation', 'hour-record'] as const

export type LetterKind = (typeof letterKinds)[number]

export const lettersImport = () => ({
  externalId,
  letterNo: immutableField(letterFields.letterNo),
  kind: requiredField(choiceField(null, letterKinds), 'A confirmation of participation, or an hour record'),
  event: refusesRow(referenceTo('events'), 'For this event alone; otherwise for each')
})

const letter = () => z.strictObject({ letterNo: z.int() })

export const getHourRecordLetterSchema = /*#__PURE__*/ defineEndpoint(
  getHourRecordLetter,
  'Number of the hour record letter',
  () => ({ data: letter() })
)
export const getParticipationLetterSchema = /*#__PURE__*/ defineEndpoint(
  getParticipationLetter,
  "Number of an event's participation confirmation letter",
  () => ({ data: letter(), query: z.object({ eventId: digitsSchema }) })
)
export const listConfirmableParticipantsSchema = /*#__PURE__*/ defineEndpoint(
  listConfirmableParticipants,
  "Number of an event's participation confirmation letter, and the participations that the caller may have confirmed",
  () => ({
    data: z.strictObject({ letterNo: z.int(), participantIds: z.array(z.int()), names: z.array(z.string()) }),
    query: z.object({ eventId: digitsSchema, no: digitsSchema })
  })
)
