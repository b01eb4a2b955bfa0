import { HourRecordConst } from '@customer-center/contract/letter'
import { Refusal } from '../../platform/http/refusal.ts'
import { letterKeys, type LetterKeys, parseIds, type ParticipationKey } from '../letter/letter-keys.ts'
import { ParameterString } from '../parameter-string.ts'

export interface HourRecordRequest extends LetterKeys {
  readonly events: readonly Required<ParticipationKey>[]
  /** These four repeat the customer and the participant; an empty one says nothing. */
  readonly personNumber: string
  readonly personCompany: string
  readonly contactPersonNumber: string
  readonly contactPersonCompany: string
}

/** Limit of more than a year of daily events. */
const maxEvents = 400

/** Parses constants as `constId:value`, each constant once at most. */
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
export function parseHourRecordRequest(text: string): HourRecordRequest {
  const parameter = new ParameterString(text, [...letterKeys, 'const'])
  const constant = parseConstants(parameter)
  const wrong = () => new Refusal('badValue', { name: 'const' })
  const list = (constId: number): number[] => {
    const ids = parseIds(constant(constId))
    if (!ids) throw wrong()
    return ids
  }
  const eventIds = list(HourRecordConst.eventIds)
  const participantIds = list(HourRecordConst.participantIds)
  const nos = list(HourRecordConst.eventNos)
  if (eventIds.length !== participantIds.length || eventIds.length !== nos.length) throw wrong()
  if (new Set(participantIds).size !== participantIds.length) throw wrong()
  if (eventIds.length > maxEvents) throw new Refusal('tooManyEvents', { most: String(maxEvents) })
  return {
    ...parameter.numbers(...letterKeys),
    events: participantIds
      .map((participantId, index) => ({ participantId, eventId: eventIds[index] ?? 0, no: nos[index] ?? 0 }))
      // Another order of the events makes the same letter.
      .toSorted((a, b) => a.participantId - b.participantId),
    personNumber: constant(HourRecordConst.personNumber),
    personCompany: constant(HourRecordConst.personCompany),
    contactPersonNumber: constant(HourRecordConst.contactPersonNumber),
    contactPersonCompany: constant(HourRecordConst.contactCompany)
  }
}
