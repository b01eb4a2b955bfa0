import { maxBulkConfirmations, TimesheetConst } from '@customer-center/contract/letter'
import { ParameterString, wholeNumber } from '../parameter-string.ts'
import { Refusal } from '../../platform/http/refusal.ts'

/** Letter, customer and contact. */
const letterKeys = ['letterNo', 'company', 'id', 'contactCompany', 'contactId'] as const
type LetterKeys = Readonly<Record<(typeof letterKeys)[number], number>>

/** One participation of a contact, as the lists of events name it. */
export interface ParticipationKey {
  readonly participantId: number
  readonly eventId: number
  readonly no?: number
}

export type ParticipationRequest = LetterKeys & Pick<ParticipationKey, 'eventId' | 'participantId'>

/** The confirmations of several participations in one holding of an event, as one file. */
export interface BulkRequest {
  readonly format: 'PDF' | 'ZIP'
  readonly letterNo: number
  readonly company: number
  readonly id: number
  readonly eventId: number
  readonly no: number
  readonly participantIds: readonly number[]
}

export interface TimesheetRequest extends LetterKeys {
  readonly events: readonly Required<ParticipationKey>[]
  /** These four repeat who the customer and the participant are; an empty one says nothing. */
  readonly personNumber: string
  readonly personCompany: string
  readonly contactPersonNumber: string
  readonly contactPersonCompany: string
}

/** More than a year of daily events. */
const maxEvents = 400

/** @throws Refusal `badValue` */
export function parseParticipationRequest(text: string): ParticipationRequest {
  const parameter = new ParameterString(text, [...letterKeys, 'format', 'eventId', 'participantId'])
  if (parameter.text('format') !== 'PDF') throw new Refusal('badValue', { name: 'format' })
  return parameter.numbers(...letterKeys, 'eventId', 'participantId')
}

/** Ids that are joined by semicolons; null if one is none. */
function parseIds(text: string): number[] | null {
  const ids = text.split(';').map(wholeNumber)
  return ids.every((id) => id !== null) ? ids : null
}

/** @throws Refusal `tooManyParticipants` */
export function checkBulkSize({ length }: readonly number[]): void {
  if (length > maxBulkConfirmations) throw new Refusal('tooManyParticipants', { most: String(maxBulkConfirmations) })
}

/** @throws Refusal `badValue`, `tooManyParticipants` */
export function parseBulkRequest(text: string): BulkRequest {
  const names = ['letterNo', 'format', 'company', 'id', 'eventId', 'no', 'participantIds']
  const parameter = new ParameterString(text, names)
  const format = parameter.text('format')
  if (format !== 'PDF' && format !== 'ZIP') throw new Refusal('badValue', { name: 'format' })
  const participantIds = parseIds(parameter.text('participantIds'))
  if (!participantIds || new Set(participantIds).size !== participantIds.length) {
    throw new Refusal('badValue', { name: 'participantIds' })
  }
  checkBulkSize(participantIds)
  return {
    format,
    ...parameter.numbers('letterNo', 'company', 'id', 'eventId', 'no'),
    // Their order makes no other letters.
    participantIds: participantIds.toSorted((a, b) => a - b)
  }
}

/** `constId:value`, each constant once at most. */
function parseConstants(parameter: ParameterString): (constId: number) => string {
  const constants = new Map<number, string>()
  for (const text of parameter.all('const')) {
    const [, key, value = ''] = /^([1-7]):([^\n\r]{0,5000})$/.exec(text) ?? []
    if (key === undefined || constants.has(Number(key))) throw new Refusal('badValue', { name: 'const' })
    constants.set(Number(key), value)
  }
  return (constId) => constants.get(constId) ?? ''
}

/** @throws Refusal `badValue`, `tooManyEvents` */
export function parseTimesheetRequest(text: string): TimesheetRequest {
  const parameter = new ParameterString(text, [...letterKeys, 'const'])
  const constant = parseConstants(parameter)
  const wrong = () => new Refusal('badValue', { name: 'const' })
  const list = (constId: number): number[] => {
    const ids = parseIds(constant(constId))
    if (!ids) throw wrong()
    return ids
  }
  const eventIds = list(TimesheetConst.eventIds)
  const participantIds = list(TimesheetConst.participantIds)
  const nos = list(TimesheetConst.eventNos)
  if (eventIds.length !== participantIds.length || eventIds.length !== nos.length) throw wrong()
  if (new Set(participantIds).size !== participantIds.length) throw wrong()
  if (eventIds.length > maxEvents) throw new Refusal('tooManyEvents', { most: String(maxEvents) })
  return {
    ...parameter.numbers(...letterKeys),
    events: participantIds
      .map((participantId, index) => ({ participantId, eventId: eventIds[index] ?? 0, no: nos[index] ?? 0 }))
      // The order of the events makes no other letter.
      .toSorted((a, b) => a.participantId - b.participantId),
    personNumber: constant(TimesheetConst.personNumber),
    personCompany: constant(TimesheetConst.personCompany),
    contactPersonNumber: constant(TimesheetConst.contactPersonNumber),
    contactPersonCompany: constant(TimesheetConst.contactCompany)
  }
}
