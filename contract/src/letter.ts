import { z } from 'zod'
import { getCall, ofFeature } from './endpoint.ts'
import { type Id, idField } from './field-codes.ts'
import { choiceField, externalId, immutableField, referenceTo, requiredField, refusesRow } from './import-field.ts'
import { everyRight } from './rights.ts'
import { digitsSchema, defineEndpoint, mayBeMissing, opaqueId, partOf } from './schema.ts'

export interface LetterNumber {
  letterNo: Id
}

/** Its member, as a field of a plain name. */
export const letterFields = {
  /** Number of the letter, sent back in `parameter`. */
  letterNo: idField('letterNo')
} as const

/** Asked for before `POST /function/start` with TimesheetLetter. */
export const getHourRecordLetter = getCall<undefined, LetterNumber>('/eventmanager/lettertimesheet', everyRight)
/** Asked for before `POST /function/start` with StandardLetter. */
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

/** Asked for before `POST /function/start` with StandardLetters. */
export const listConfirmableParticipants = ofFeature(
  'bulk-confirmations',
  getCall<{ eventId: string; no: string }, ConfirmableParticipants>('/eventmanager/lettersbyevent', everyRight)
)

/**
 * Constants of an hour record, sent as `const` = `constId:value` (several ids joined by semicolons, all in the same
 * order).
 */
export const HourRecordConst = {
  /** Ids of the chosen events (`VER_ID`), joined by semicolons. */
  eventIds: 1,
  /** Ids of the participations (`VER_TEILNEHMERID`), joined by semicolons, in the order of the events. */
  participantIds: 2,
  /** Numbers of the dates (`VER_LFDNR`), joined by semicolons, in the order of the events. */
  eventNos: 3,
  /** Number of the customer (`ASP_ID`). */
  personNumber: 4,
  /** The provider’s own company of the customer (`ASP_FIRMA`). */
  personCompany: 5,
  /** Number of the person (`ASP_KONTAKTID`). */
  contactPersonNumber: 6,
  /** The provider’s own company of the person (`ASP_KONTAKTFIRMA`). */
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

const letter = () => partOf(letterFields, z.strictObject({ letterNo: z.int() }))

export const getHourRecordLetterSchema = /*#__PURE__*/ defineEndpoint(
  getHourRecordLetter,
  'Number of the hour record letter',
  () => ({ data: letter() })
)
export const getParticipationLetterSchema = /*#__PURE__*/ defineEndpoint(
  getParticipationLetter,
  "Number of an event's participation confirmation letter",
  () => ({ data: letter(), query: z.object({ eventId: digitsSchema.describe('Id of the event, as `VER_ID` has it') }) })
)
export const listConfirmableParticipantsSchema = /*#__PURE__*/ defineEndpoint(
  listConfirmableParticipants,
  "Number of an event's participation confirmation letter, and the participations that the caller may have confirmed",
  () => ({
    data: partOf(
      letterFields,
      z.strictObject({
        letterNo: z.int(),
        participantIds: z.array(opaqueId(z.int())).describe('Ids of the participations, in the order of the names'),
        names: mayBeMissing(z.array(z.string()).describe('Names of the participants'))
      })
    ),
    query: z.object({
      eventId: digitsSchema.describe('Id of the event, as `VER_ID` has it'),
      no: digitsSchema.describe('Number of its date, as `VER_LFDNR` has it')
    })
  })
)
