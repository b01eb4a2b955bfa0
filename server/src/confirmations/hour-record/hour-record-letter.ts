import { defineLetter } from '../document/letter-document.ts'
import type { IsoDate } from '@customer-center/contract/dates'
import type { Kysely } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { ContactLetter } from '../letter/letter-content.ts'
import { type HourRecordRequest, parseHourRecordRequest } from './hour-record-request.ts'
import {
  type Confirmable,
  findConfirmable,
  findConfirmableDetails,
  type LetterQuery
} from '../letter/participation.repository.ts'
import { periodOf } from '../letter/letter-keys.ts'
import type { Actor } from '../../platform/http/caller.ts'

function queryOf({ events, ...request }: HourRecordRequest): LetterQuery {
  return { ...request, kind: 'timesheet', participations: events }
}

function matches(given: string, ...accepted: readonly (string | number | null)[]): boolean {
  return given === '' || accepted.some((value) => value !== null && String(value) === given)
}

/** Tells whether the numbers that repeat customer and participant name these two. */
function agrees(request: HourRecordRequest, row: Confirmable): boolean {
  const { company, id, contactCompany, contactId } = request
  return (
    matches(request.personCompany, company) &&
    matches(request.personNumber, id, row.customerPersonNumber) &&
    matches(request.contactPersonCompany, contactCompany) &&
    matches(request.contactPersonNumber, contactId, row.personNumber)
  )
}

/** @throws Refusal `timesheetNotAvailable`, the same whatever is wrong with whichever of the events */
async function authorizeHourRecord(
  db: Kysely<Tables>,
  actor: Actor,
  request: HourRecordRequest,
  isMade: boolean
): Promise<void> {
  const [first] = (await findConfirmable(db, actor, queryOf(request), isMade)) ?? []
  if (!first || !agrees(request, first)) throw new Refusal('timesheetNotAvailable')
}

/**
 * Reads the content of an hour record. Its period goes from the first day of the events to the last.
 * @param date the day of the request
 * @throws Refusal as `authorizeHourRecord`
 */
async function readHourRecord(
  db: Kysely<Tables>,
  actor: Actor,
  request: HourRecordRequest,
  date: IsoDate
): Promise<ContactLetter> {
  const rows = (await findConfirmableDetails(db, actor, queryOf(request))) ?? []
  const [first] = rows
  if (!first || !agrees(request, first)) throw new Refusal('timesheetNotAvailable')
  const { participant, customer, personNumber, contact } = first
  const starts = rows.flatMap(({ from }) => from ?? []).toSorted()
  const ends = rows.flatMap(({ until }) => until ?? []).toSorted()
  const content = {
    participant,
    ...(personNumber !== null && personNumber !== '' && { personNumber }),
    ...(customer !== '' && { customer }),
    from: starts[0] ?? date,
    until: ends.at(-1) ?? date,
    events: rows.map((row) => ({
      caption: row.caption,
      ...periodOf(row),
      ...(row.location !== null && row.location !== '' && { location: row.location }),
      hours: row.hours
    })),
    date
  }
  return { contact, renamed: rows.some(({ renamed }) => renamed), letter: { kind: 'timesheet', content } }
}

/** The hour record of a participant. */
export const hourRecordLetter = defineLetter({
  name: 'TimesheetLetter',
  screen: 'confirmations/education',
  parse: parseHourRecordRequest,
  authorize: authorizeHourRecord,
  read: readHourRecord
})
