import { queryOptions } from '@tanstack/react-query'
import { type IsoDate, toGermanDate } from '@customer-center/contract/dates'
import type { Id } from '@customer-center/contract/field-codes'
import {
  type ConfirmableParticipants,
  getParticipationLetter,
  getHourRecordLetter,
  letterFields,
  listConfirmableParticipants,
  HourRecordConst
} from '@customer-center/contract/letter'
import { CallError } from '../client/call-error.ts'
import { fromWire } from '../client/fields.ts'
import type { AppContext } from '../context/app-context.ts'
import { callFeature } from './backend-feature.ts'
import { eventLabel, type ListedEvent } from './event.ts'
import { type Participant, participantQuery } from './participant.ts'

const map = { noun: 'letter', fields: letterFields } as const

/** @throws CallError */
export async function participationLetterNo(app: AppContext, { eventId }: ListedEvent): Promise<Id> {
  return numberIn(await app.call(getParticipationLetter, { query: { eventId: String(eventId) } }), app)
}

/** @throws CallError */
export async function hourRecordLetterNo(app: AppContext): Promise<Id> {
  return numberIn(await app.call(getHourRecordLetter), app)
}

/** Returns the parameters of the server function StandardLetter. */
export function participationParameter(letterNo: Id, participant: Participant, event: ListedEvent): URLSearchParams {
  return new URLSearchParams({
    letterNo: String(letterNo),
    format: 'PDF',
    ...participantQuery(participant),
    eventId: String(event.eventId),
    participantId: String(event.participantId ?? '')
  })
}

/** Reads the participants of an event whose confirmations the person may request. Throws CallError. */
export async function confirmableParticipants(
  app: Pick<AppContext, 'call' | 'config' | 'session'>,
  { eventId, no }: ListedEvent
): Promise<ConfirmableParticipants> {
  const query = { eventId: String(eventId), no: String(no) }
  const data: { letterNo?: unknown; participantIds?: unknown; names?: unknown } | null = await callFeature(
    app,
    listConfirmableParticipants,
    { query }
  )
  if (!Array.isArray(data?.participantIds)) throw new CallError('unreadable')
  // A backend may send their names, or only their number.
  const names = Array.isArray(data.names) ? data.names.map(String) : []
  return { letterNo: numberIn(data, app), participantIds: data.participantIds as Id[], names }
}

/** Query: the names of the participants of an event whose confirmations the person may request. */
export function eventParticipants(app: AppContext, event: ListedEvent) {
  return queryOptions({
    queryKey: ['event-participants', event.eventId, event.no],
    queryFn: async () => (await confirmableParticipants(app, event)).names
  })
}

/** The format of several confirmations: one document to print, or a ZIP file with one document each. */
export type BulkFormat = 'PDF' | 'ZIP'

/** Returns the parameters of the server function StandardLetters. */
export function bulkParameter(
  { letterNo, participantIds }: ConfirmableParticipants,
  participant: Participant,
  { eventId, no }: ListedEvent,
  format: BulkFormat
): URLSearchParams {
  const { company, id } = participantQuery(participant)
  return new URLSearchParams({
    letterNo: String(letterNo),
    format,
    company,
    id,
    eventId: String(eventId),
    no: String(no),
    participantIds: participantIds.join(';')
  })
}

/**
 * Returns the parameters of the server function TimesheetLetter: the lists of the events' ids in the same order, the
 * participant, and the chosen period if the backend prints it.
 */
export function hourRecordParameter(
  { features }: AppContext['config'],
  letterNo: Id,
  participant: Participant,
  events: readonly ListedEvent[],
  period: Readonly<Record<'from' | 'to', IsoDate>>
): URLSearchParams {
  const { company, id, contactCompany, contactId } = participantQuery(participant)
  const joined = (name: 'eventId' | 'participantId' | 'no') => events.map((event) => event[name] ?? '').join(';')
  const values: Record<keyof typeof HourRecordConst, string> = {
    eventIds: joined('eventId'),
    participantIds: joined('participantId'),
    eventNos: joined('no'),
    personNumber: id,
    personCompany: company,
    contactPersonNumber: contactId,
    contactCompany
  }
  const consts = Object.entries(HourRecordConst).map(([name, constId]) => [
    'const',
    `${constId}:${values[name as keyof typeof HourRecordConst]}`
  ])
  const named = Object.entries({ letterNo: String(letterNo), company, id, contactCompany, contactId })
  const { from, to } = period
  const chosen = features.includes('hour-record-period') ? { from: toGermanDate(from), to: toGermanDate(to) } : {}
  return new URLSearchParams([...named, ...consts, ...Object.entries(chosen)])
}

/** Returns a caption like that of one confirmation, with all participants in brackets. */
export function bulkCaption(event: ListedEvent, participants: string): string {
  return `${eventLabel(event)} (${participants})`.trim()
}

/**
 * Returns the caption of section 3: the date, then the first event's caption, then ', ...' if there are several, then
 * the participant in brackets.
 */
export function confirmationCaption([first, ...others]: readonly ListedEvent[], { label }: Participant): string {
  const event = first ? eventLabel(first) : ''
  return `${event}${others.length > 0 ? ', ...' : ''} (${label})`.trim()
}

function numberIn(data: unknown, { config }: Pick<AppContext, 'config'>): Id {
  const { letterNo } = fromWire(map, config.fieldCodes, data)
  if (letterNo !== null) return letterNo
  throw new CallError('unreadable')
}
