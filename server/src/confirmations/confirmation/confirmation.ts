import type { IsoDate } from '@customer-center/contract/dates'
import type { Kysely } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { Actor } from '../../platform/http/actor.ts'
import type { Printed } from '../verification/payload.ts'
import { type Attended, findAttended } from './attended.repository.ts'
import type { ParticipationRequest, TimesheetRequest } from './confirmation-request.ts'

/** What a letter says, and whom it is about. */
export interface Confirmed<Kind extends 'participation' | 'timesheet'> {
  readonly kind: Kind
  readonly pvaid: number
  readonly printed: Printed<Kind>
}

function periodOf({ from, until }: Attended): { from?: IsoDate; until?: IsoDate } {
  return { ...(from !== null && { from }), ...(until !== null && { until }) }
}

/**
 * What a participation confirmation says.
 * @param date the day on which it was asked for
 * @throws Refusal `confirmationNotAvailable`, the same for what is foreign, missing, not attended or not over
 */
export async function participationOf(
  db: Kysely<Tables>,
  requester: Actor,
  request: ParticipationRequest,
  date: IsoDate
): Promise<Confirmed<'participation'>> {
  const { eventId, participantId } = request
  const wanted = { ...request, kind: 'participation' as const, participations: [{ eventId, participantId }] }
  const [row] = (await findAttended(db, requester, wanted)) ?? []
  if (!row) throw new Refusal('confirmationNotAvailable')
  const { participant, customer, caption, location, hours, days, pvaid } = row
  const printed: Printed<'participation'> = {
    participant,
    ...(customer !== '' && { customer }),
    event: caption,
    ...periodOf(row),
    ...(days.length > 0 && { days: [...days] }),
    ...(location !== null && location !== '' && { location }),
    hours,
    date
  }
  return { kind: 'participation', pvaid, printed }
}

function names(given: string, ...meant: readonly (string | number | null)[]): boolean {
  return given === '' || meant.some((value) => value !== null && String(value) === given)
}

function namesItself(request: TimesheetRequest, row: Attended): boolean {
  const { company, id, contactCompany, contactId } = request
  return (
    names(request.personCompany, company) &&
    names(request.personNumber, id, row.customerPersonNumber) &&
    names(request.contactPersonCompany, contactCompany) &&
    names(request.contactPersonNumber, contactId, row.personNumber)
  )
}

/**
 * What an hour record says. Its period goes from the first day of the events to the last.
 * @param date the day on which it was asked for
 * @throws Refusal `timesheetNotAvailable`, the same whatever is wrong with whichever of the events
 */
export async function timesheetOf(
  db: Kysely<Tables>,
  requester: Actor,
  request: TimesheetRequest,
  date: IsoDate
): Promise<Confirmed<'timesheet'>> {
  const wanted = { ...request, kind: 'timesheet' as const, participations: request.events }
  const rows = await findAttended(db, requester, wanted)
  const [first] = rows ?? []
  if (!rows || !first || !namesItself(request, first)) throw new Refusal('timesheetNotAvailable')
  const { participant, customer, personNumber, pvaid } = first
  const starts = rows.flatMap(({ from }) => from ?? []).toSorted()
  const ends = rows.flatMap(({ until }) => until ?? []).toSorted()
  const printed: Printed<'timesheet'> = {
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
  return { kind: 'timesheet', pvaid, printed }
}
