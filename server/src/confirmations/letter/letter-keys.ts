import { type IsoDate, readDate } from '@customer-center/contract/dates'
import { maxBulkConfirmations } from '@customer-center/contract/letter'
import { Refusal } from '../../platform/http/refusal.ts'
import { parseWholeNumber } from '../parameter-string.ts'

export const letterKeys = ['letterNo', 'company', 'id', 'contactCompany', 'contactId'] as const
export type LetterKeys = Readonly<Record<(typeof letterKeys)[number], number>>

/** One participation of a contact, as the lists of events name it. */
export interface ParticipationKey {
  readonly participantId: number
  readonly eventId: number
  readonly no?: number
}

/** Parses ids separated by semicolons; null if any of them is invalid. */
export function parseIds(text: string): number[] | null {
  const ids = text.split(';').map(parseWholeNumber)
  return ids.every((id) => id !== null) ? ids : null
}

/** @throws Refusal `tooManyParticipants` */
export function checkBulkSize({ length }: readonly number[]): void {
  if (length > maxBulkConfirmations) throw new Refusal('tooManyParticipants', { most: maxBulkConfirmations })
}

export const knownHours = ({ hours }: { readonly hours: number | null }): { hours?: number } =>
  hours === null ? {} : { hours }

/** Returns first and last day; leaves out a missing one, and one that stands for 'no date'. */
export function periodOf({ from, until }: { readonly from: string | null; readonly until: string | null }): {
  from?: IsoDate
  until?: IsoDate
} {
  const [first, last] = [readDate(from), readDate(until)]
  return { ...(first !== null && { from: first }), ...(last !== null && { until: last }) }
}
