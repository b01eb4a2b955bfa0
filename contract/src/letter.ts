import { get, ofFeature } from './endpoint.ts'
import { type Id, id } from './field-codes.ts'
import { everyRight } from './rights.ts'

export interface LetterNumber {
  letterNo: Id
}

/** Its member, as a field of a plain name. */
export const letterFields = { letterNo: id('letterNo') } as const

export const getHourRecordLetter = get<undefined, LetterNumber>('/eventmanager/lettertimesheet', everyRight)
export const getParticipationLetter = get<{ eventId: string }, LetterNumber>(
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
  get<{ eventId: string; no: string }, ConfirmableParticipants>('/eventmanager/lettersbyevent', everyRight)
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
