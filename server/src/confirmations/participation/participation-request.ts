import { Refusal } from '../../platform/http/refusal.ts'
import { checkBulkSize, letterKeys, type LetterKeys, parseIds, type ParticipationKey } from '../letter/letter-keys.ts'
import { ParameterString } from '../parameter-string.ts'

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

/** @throws Refusal `badValue` */
export function parseParticipationRequest(text: string): ParticipationRequest {
  const parameter = new ParameterString(text, [...letterKeys, 'format', 'eventId', 'participantId'])
  if (parameter.text('format') !== 'PDF') throw new Refusal('badValue', { name: 'format' })
  return parameter.numbers(...letterKeys, 'eventId', 'participantId')
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
    // Another order makes the same letters.
    participantIds: participantIds.toSorted((a, b) => a - b)
  }
}
