import { listContacts } from '@customer-center/contract/contact'
import { type IsoDate, readDate } from '@customer-center/contract/dates'
import { listEventsByParticipant, listEventsBySubscriber } from '@customer-center/contract/event'
import { descriptorFields } from '@customer-center/contract/field'
import type { WireRow } from '@customer-center/contract/field-codes'
import { isRow, listOf } from '../client/rows.ts'
import type { AnsweredCall, FieldMap } from '../client/wire-format.ts'
import { contactFieldMap } from '../data/contact.ts'
import { customerFieldMap } from '../data/customer.ts'
import type { ListedEvent } from '../data/event.ts'
import { fieldName } from '../data/row-values.ts'
import { type BackendCheck, type MappedAnswer, nameOf } from './backend-check.ts'
import { writesNothing } from './judge-answer.ts'

const lastAnswer = ({ answers }: BackendCheck, endpoint: AnsweredCall) =>
  answers.findLast(({ call }) => nameOf(call) === nameOf(endpoint))

/** Compares two answers to the same read: ids must stay. */
export function compareIds(check: BackendCheck, first: MappedAnswer, second: MappedAnswer) {
  const { map, call } = first
  if (!map) return
  for (const [name, { kind }] of Object.entries(map.fields)) {
    const read = check.config.format.readerOf(map, name)
    const idsIn = ({ data }: MappedAnswer) =>
      listOf(check.config.format, map, data)
        .map((row) => String(read(row)))
        .toSorted()
    const [before, after] = [idsIn(first), idsIn(second)]
    const changed = before.findIndex((id, index) => id !== after[index])
    if (kind === 'id' && name !== 'version' && before.length === after.length && changed >= 0)
      check.fault(call, 'ids-change', check.codeOf(map, name), `${before[changed]}, then ${after[changed]}`)
  }
}

/** Compares the fields of a form with the row that fills it. */
export function compareForm(
  check: BackendCheck,
  list: AnsweredCall,
  endpoint: AnsweredCall,
  map: FieldMap,
  wire: WireRow
) {
  const { format } = check.config
  const descriptors = { noun: 'field', fields: descriptorFields } as const
  const read = format.readerOf(descriptors, 'constName')
  const constants = listOf(format, descriptors, lastAnswer(check, list)?.data).map((row) => String(read(row)))
  const member = check.codeOf(descriptors, 'constName')
  const shown = constants.flatMap((code) => {
    const name = fieldName(format, map, code)
    if (name === undefined) check.fault(list, 'unknown-constant', `${member} ${code}`, code)
    return name === undefined || map.fields[name]?.use === 'key' ? [] : [{ name, code }]
  })
  if (shown.length === 0) check.fault(list, 'empty-form', member, `no field of a form among ${constants.length}`)
  for (const { name, code } of shown)
    if (map.fields[name]?.use !== 'write' && !(code in wire))
      check.fault(
        endpoint,
        writesNothing(wire) ? 'not-in-row' : 'lacking',
        code,
        `nothing, although ${list.path} names it`,
        'an empty field'
      )
}

/** Checks that rows are those of the person's company, and of a participant the own contact alone. */
export function compareCompany(check: BackendCheck, company: unknown) {
  const { format } = check.config
  const own = isRow(company) ? format.readerOf(customerFieldMap, 'id')(company) : null
  const people = { pvaid: new Set<unknown>(), contactId: new Set<unknown>() }
  for (const { call, map, data } of check.answers) {
    if (!map || call.method !== 'GET' || !['contact', 'invoice-address'].includes(map.noun ?? '')) continue
    const rows = listOf(format, map, data)
    const other = rows.map(format.readerOf(map, 'id')).find((id) => id !== null && own !== null && id !== own)
    if (other !== undefined)
      check.fault(call, 'other-company', check.codeOf(map, 'id'), `${String(other)}, and not ${String(own)}`)
    if (map.noun !== 'contact') continue
    for (const name of ['pvaid', 'contactId'] as const) {
      for (const id of rows.map(format.readerOf(map, name))) if (id !== null) people[name].add(id)
      if (check.profile.right === 'contact' && people[name].size > 1)
        check.fault(call, 'others-contacts', check.codeOf(map, name), `${people[name].size} contacts`)
    }
  }
}

/** Says why the person is not among the participants. */
export function comparePersons(check: BackendCheck) {
  const { format } = check.config
  const rows = listOf(format, contactFieldMap, lastAnswer(check, listContacts)?.data)
  const contactId = format.readerOf(contactFieldMap, 'contactId')
  if (check.profile.changeParticipantAllowed && rows.some((row) => contactId(row) === null))
    check.fault(listContacts, 'needed', check.codeOf(contactFieldMap, 'contactId'), 'nothing', 'a participant less')
  else check.fault(listContacts, 'no-own-contact', check.codeOf(contactFieldMap, 'shopEmail'), `${rows.length} others`)
}

/** Compares the events of two participants: a participation is one person's. */
export function compareParticipants(
  check: BackendCheck,
  own: readonly ListedEvent[],
  others: readonly ListedEvent[] | null
) {
  // Some backends number the participations of each event anew.
  const keyOf = ({ eventId, no, participantId }: ListedEvent) => [eventId, no, participantId].join(' ')
  const keys = new Set(own.map(keyOf))
  const same = others?.find((event) => event.participantId !== null && keys.has(keyOf(event)))
  if (same)
    check.fault(listEventsBySubscriber, 'not-filtered', 'contactId', `${same.participantId} for two participants`)
}

/** Returns a day before all of the events, in any time zone; null without a day. */
export function dayBefore(events: readonly ListedEvent[]): IsoDate | null {
  const [first] = events.flatMap(({ from, to }) => readDate(from) ?? readDate(to) ?? []).toSorted()
  return first === undefined ? null : new Date(Date.parse(first) - 3 * 86_400_000).toISOString().slice(0, 10)
}

/** Checks that none of the events of a day begins after it. */
export function comparePeriod(check: BackendCheck, day: IsoDate, events: readonly ListedEvent[] | null) {
  // An event that begins on no day may overlap any.
  const later = events?.flatMap(({ from }) => readDate(from) ?? []).find((from) => from > day)
  if (later) check.fault(listEventsByParticipant, 'not-filtered', 'to', `${later}, asked for until ${day}`)
}
