import { TimesheetConst } from '@customer-center/contract/letter'
import { ParameterString, wholeNumber } from '../../platform/http/parameter-string.ts'
import { Refusal } from '../../platform/http/refusal.ts'

interface Owned {
  readonly letterNo: number
  readonly company: number
  readonly id: number
  readonly contactCompany: number
  readonly contactId: number
}

/** One participation of a contact, as the lists of events name it. */
export interface NamedParticipation {
  readonly participantId: number
  readonly eventId: number
  readonly no?: number
}

export interface ParticipationRequest extends Owned {
  readonly eventId: number
  readonly participantId: number
}

export interface TimesheetRequest extends Owned {
  readonly events: readonly Required<NamedParticipation>[]
  /** These four name the customer and the participant once more; an empty one names nothing. */
  readonly personNumber: string
  readonly personCompany: string
  readonly contactPersonNumber: string
  readonly contactPersonCompany: string
}

/** Events of one hour record, more than a year of daily ones. */
const mostEvents = 400

const owned = ['letterNo', 'company', 'id', 'contactCompany', 'contactId'] as const

function readOwned(parameter: ParameterString): Owned {
  return {
    letterNo: parameter.number('letterNo'),
    company: parameter.number('company'),
    id: parameter.number('id'),
    contactCompany: parameter.number('contactCompany'),
    contactId: parameter.number('contactId')
  }
}

/** @throws Refusal `badValue` */
export function readParticipation(text: string): ParticipationRequest {
  const parameter = new ParameterString(text, [...owned, 'format', 'eventId', 'participantId'])
  if (parameter.text('format') !== 'PDF') throw new Refusal('badValue', { name: 'format' })
  return {
    ...readOwned(parameter),
    eventId: parameter.number('eventId'),
    participantId: parameter.number('participantId')
  }
}

/** `constId:value`, each constant once at most. */
function readConstants(parameter: ParameterString): (constId: number) => string {
  const constants = new Map<number, string>()
  for (const text of parameter.all('const')) {
    const [, key, value = ''] = /^([1-7]):([^\n\r]{0,5000})$/.exec(text) ?? []
    if (key === undefined || constants.has(Number(key))) throw new Refusal('badValue', { name: 'const' })
    constants.set(Number(key), value)
  }
  return (constId) => constants.get(constId) ?? ''
}

/** @throws Refusal `badValue`, `tooManyEvents` */
export function readTimesheet(text: string): TimesheetRequest {
  const parameter = new ParameterString(text, [...owned, 'const'])
  const constant = readConstants(parameter)
  const wrong = () => new Refusal('badValue', { name: 'const' })
  const list = (constId: number): number[] =>
    constant(constId)
      .split(';')
      .map((value) => {
        const number = wholeNumber(value)
        if (number === null) throw wrong()
        return number
      })
  const eventIds = list(TimesheetConst.eventIds)
  const participantIds = list(TimesheetConst.participantIds)
  const nos = list(TimesheetConst.eventNos)
  if (eventIds.length !== participantIds.length || eventIds.length !== nos.length) throw wrong()
  if (new Set(participantIds).size !== participantIds.length) throw wrong()
  if (eventIds.length > mostEvents) throw new Refusal('tooManyEvents', { most: String(mostEvents) })
  return {
    ...readOwned(parameter),
    events: participantIds
      .map((participantId, index) => ({ participantId, eventId: eventIds[index] ?? 0, no: nos[index] ?? 0 }))
      // The same events in another order make the same letter.
      .toSorted((a, b) => a.participantId - b.participantId),
    personNumber: constant(TimesheetConst.personNumber),
    personCompany: constant(TimesheetConst.personCompany),
    contactPersonNumber: constant(TimesheetConst.contactPersonNumber),
    contactPersonCompany: constant(TimesheetConst.contactCompany)
  }
}
