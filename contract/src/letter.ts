import { get } from './endpoint.ts'
import type { Id } from './field-codes.ts'
import { everyRight } from './rights.ts'

export interface LetterNumber {
  letterNo: Id
}

export const getTimesheetLetter = get<undefined, LetterNumber>('/eventmanager/lettertimesheet', everyRight)
export const getParticipationLetter = get<{ eventId: string }, LetterNumber>(
  '/eventmanager/letterparticipation',
  everyRight
)

/** Constants of an hour record, sent as `const` = `constId:value` (several ids joined by semicolons, all in the same order). */
export const TimesheetConst = {
  eventIds: 1,
  participantIds: 2,
  eventNos: 3,
  personNumber: 4,
  personCompany: 5,
  contactPersonNumber: 6,
  contactCompany: 7
} as const
