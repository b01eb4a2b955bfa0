import { queryOptions } from '@tanstack/react-query'
import { type IsoDate, toGermanDate } from '@customer-center/contract/dates'
import {
  getParticipationLetter,
  getHourRecordLetter,
  letterFields,
  listConfirmableParticipants,
  HourRecordConst
} from '@customer-center/contract/letter'
import { CallError } from '../client/call-error.ts'
import { rowOf } from '../client/rows.ts'
import type { RowOf } from '../client/wire-format.ts'
import type { AppContext } from '../context/app-context.ts'
import { callFeature, type FeatureCaller, hasFeature } from './backend-feature.ts'
import { eventLabel, type ListedEvent } from './event.ts'
import { type Participant, participantQuery } from './participant.ts'

const letter = { noun: 'letter', fields: letterFields } as const
const as = rowOf(letter)
const asParticipants = rowOf({ ...letter, values: ['participantIds', 'names'] })

/** The number of a letter, and the participations for which it may be made, with the participants' names. */
export interface LetterParticipants {
  readonly letterNo: string
  readonly participantIds: readonly string[]
  readonly names: readonly string[]
}

/** @throws CallError */
export async function participationLetterNo(app: AppContext, { eventId }: ListedEvent): Promise<string> {
  return numberIn(await app.call(getParticipationLetter, { as, query: { eventId: String(eventId) } }))
}

/** @throws CallError */
export async function hourRecordLetterNo(app: AppContext): Promise<string> {
  return numberIn(await app.call(getHourRecordLetter, { as }))
}

/** Returns the parameters of the server function StandardLetter. */
export function participationParameter(
  letterNo: string,
  participant: Participant,
  event: ListedEvent
): URLSearchParams {
  return new URLSearchParams({
    letterNo,
    format: 'PDF',
    ...participantQuery(participant),
    eventId: String(event.eventId),
    participantId: event.participantId ?? ''
  })
}

/** Reads the participants of an event whose confirmations the person may request. Throws CallError. */
export async function confirmableParticipants(
  app: FeatureCaller,
  { eventId, no }: Pick<ListedEvent, 'eventId' | 'no'>
): Promise<LetterParticipants> {
  const query = { eventId: String(eventId), no: String(no) }
  const row = await callFeature(app, listConfirmableParticipants, { as: asParticipants, query })
  if (!row.participantIds) throw new CallError('unreadable')
  // A backend may send their names, or only their number.
  return { letterNo: numberIn(row), participantIds: row.participantIds, names: row.names ?? [] }
}

/** Query: the participants of an event whose confirmations the person may request. */
export function eventParticipants(app: AppContext, event: Pick<ListedEvent, 'eventId' | 'no'>) {
  return queryOptions({
    queryKey: ['event-participants', event.eventId, event.no],
    queryFn: () => confirmableParticipants(app, event)
  })
}

/** The format of several confirmations: one document to print, or a ZIP file with one document each. */
export type BulkFormat = 'PDF' | 'ZIP'

/** Returns the parameters of the server function StandardLetters. */
export function bulkParameter(
  { letterNo, participantIds }: LetterParticipants,
  participant: Participant,
  { eventId, no }: ListedEvent,
  format: BulkFormat
): URLSearchParams {
  const { company, id } = participantQuery(participant)
  return new URLSearchParams({
    letterNo,
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
  app: Pick<AppContext, 'config' | 'session'>,
  letterNo: string,
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
  const named = Object.entries({ letterNo, company, id, contactCompany, contactId })
  const { from, to } = period
  const chosen = hasFeature(app, 'hour-record-period') ? { from: toGermanDate(from), to: toGermanDate(to) } : {}
  return new URLSearchParams([...named, ...consts, ...Object.entries(chosen)])
}

/**
 * Tells whether the parameters of a letter name the event, by its number or by one of its participations. Backends need
 * not number participations: one without a number is any of the event.
 */
export function isLetterOf(
  parameter: string,
  { eventId, no }: Pick<ListedEvent, 'eventId' | 'no'>,
  participantIds: readonly string[]
): boolean {
  const named = new URLSearchParams(parameter)
  const participation = named.get('participantId')
  if (named.get('eventId') !== String(eventId)) return false
  if (participation === null) return named.get('no') === String(no)
  return participation === '' || participantIds.includes(participation)
}

/** Returns a caption like that of one confirmation, with all participants in brackets. */
export function bulkCaption(event: ListedEvent, participants: string): string {
  return `${eventLabel(event)} (${participants})`.trim()
}

/**
 * Returns the caption of a letter: the date, then the first event's caption, then ', ...' if there are several, then
 * the participant in brackets.
 */
export function confirmationCaption([first, ...others]: readonly ListedEvent[], { label }: Participant): string {
  const event = first ? eventLabel(first) : ''
  return `${event}${others.length > 0 ? ', ...' : ''} (${label})`.trim()
}

function numberIn({ letterNo }: RowOf<typeof as.map>): string {
  if (letterNo !== null) return letterNo
  throw new CallError('unreadable')
}
