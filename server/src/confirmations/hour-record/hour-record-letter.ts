import type { IsoDate } from '@customer-center/contract/dates'
import { HourRecordConst } from '@customer-center/contract/letter'
import { Refusal } from '../../platform/http/refusal.ts'
import { defineDocument, signedLetter } from '../document/define-document.ts'
import type { ContactLetter } from '../letter/letter-content.ts'
import {
  letterKeys,
  type LetterKeys,
  knownHours,
  parseIds,
  type ParticipationKey,
  periodOf
} from '../letter/letter-keys.ts'
import { type ConfirmableDetails, participationsOf } from '../letter/participation.repository.ts'
import { ParameterString } from '../parameter-string.ts'

interface HourRecordRequest extends LetterKeys {
  readonly events: readonly Required<ParticipationKey>[]
  /** The period that the person chose; without it, the letter names that of the events. */
  readonly period?: ReturnType<ParameterString['period']>
  /** These four members repeat the customer and the participant; empty members are ignored. */
  readonly personNumber: string
  readonly personCompany: string
  readonly contactPersonNumber: string
  readonly contactPersonCompany: string
}

/** Limit of events in one hour record: more than daily events for a year. */
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
function parseHourRecordRequest(text: string): HourRecordRequest {
  const parameter = new ParameterString(text, [...letterKeys, 'const', 'from', 'to'])
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
  if (eventIds.length > maxEvents) throw new Refusal('tooManyEvents', { most: maxEvents })
  return {
    ...parameter.numbers(...letterKeys),
    ...(parameter.text('from') + parameter.text('to') !== '' && { period: parameter.period() }),
    events: participantIds
      .map((participantId, index) => ({ participantId, eventId: eventIds[index] ?? 0, no: nos[index] ?? 0 }))
      // The events are sorted, because their order does not change the letter.
      .toSorted((a, b) => a.participantId - b.participantId),
    personNumber: constant(HourRecordConst.personNumber),
    personCompany: constant(HourRecordConst.personCompany),
    contactPersonNumber: constant(HourRecordConst.contactPersonNumber),
    contactPersonCompany: constant(HourRecordConst.contactCompany)
  }
}

function matches(given: string, ...accepted: readonly (string | number | null)[]): boolean {
  return given === '' || accepted.some((value) => value !== null && String(value) === given)
}

function isWithin(period: HourRecordRequest['period'], { from, until }: Pick<ConfirmableDetails, 'from' | 'until'>) {
  return !period || ((until ?? '') >= period.from && (from ?? until ?? '') <= period.to)
}

const confirmation = participationsOf<HourRecordRequest>({
  queryOf: ({ events, ...request }) => ({ ...request, kind: 'hour-record', participations: events }),
  refusal: 'hourRecordNotAvailable',
  // The repeated numbers have to be those of the customer and the participant, and each event has to lie in the period,
  // as in the list of events. A letter that is made stays, even if an event of it is moved.
  agrees: ({ company, id, contactCompany, contactId, ...request }, row, isMade) =>
    (isMade || isWithin(request.period, row)) &&
    matches(request.personCompany, company) &&
    matches(request.personNumber, id, row.customerPersonNumber) &&
    matches(request.contactPersonCompany, contactCompany) &&
    matches(request.contactPersonNumber, contactId, row.personNumber)
})

/** Makes the content of an hour record. Without a chosen period, it extends from the first day of the events to the last. */
function letterOf(
  rows: readonly [ConfirmableDetails, ...ConfirmableDetails[]],
  { period }: HourRecordRequest,
  date: IsoDate
): ContactLetter {
  const { participant, customer, personNumber, contactId } = rows[0]
  const days = rows.flatMap((row) => Object.values(periodOf(row))).toSorted()
  const content = {
    participant,
    ...(personNumber !== null && personNumber !== '' && { personNumber }),
    ...(customer !== '' && { customer }),
    from: period?.from ?? days[0] ?? date,
    until: period?.to ?? days.at(-1) ?? date,
    events: rows.map((row) => ({
      caption: row.caption,
      ...periodOf(row),
      ...(row.location !== null && row.location !== '' && { location: row.location }),
      ...knownHours(row)
    })),
    date
  }
  return { contactId, renamed: rows.some(({ renamed }) => renamed), letter: { kind: 'hour-record', content } }
}

export const hourRecordLetter = defineDocument<HourRecordRequest>({
  name: 'TimesheetLetter',
  screen: 'confirmations/education',
  parse: parseHourRecordRequest,
  authorize: confirmation.authorize,
  ...signedLetter(async (context, actor, request: HourRecordRequest, date) =>
    letterOf(await confirmation.read(context, actor, request), request, date)
  )
})
