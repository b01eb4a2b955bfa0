import { type IsoDate, timeZone } from '@customer-center/contract/dates'
import { participantEventFields } from '@customer-center/contract/event'
import type { WireRow } from '@customer-center/contract/field-codes'
import { mayChangeParticipant } from '@customer-center/contract/rights'
import { defineList, emptyList, type RawJson } from '../../platform/database/list.ts'
import type { Db } from '../../platform/database/query.ts'
import type { Caller } from '../../platform/http/caller.ts'

/**
 * SQL condition: the participation `p` is booked. Every statement that grants something for taking part uses this
 * condition or `isBookedOncePerPerson`; waiting, cancelled and rebooked participations grant nothing.
 */
export const isBooked = `p.state = 'booked'`

/**
 * SQL condition: the participation `p` is booked and is the one that counts if the person has several in the event: an
 * attended one, or else the one with the lowest number. Statements that list or count participations use it in place of
 * `isBooked`. It costs a look-up for each participation, some 50 ms for a customer with 20,000, so statements that only
 * ask whether a participation exists use `isBooked`.
 */
export const isBookedOncePerPerson = `${isBooked} and not exists (
  select from participations other
  where other.provider_id = p.provider_id and other.customer_id = p.customer_id and other.contact_id = p.contact_id and other.event_id = p.event_id
    and other.no = p.no and other.state = 'booked' and (other.attended, p.participant_id) > (p.attended, other.participant_id)
)`

/**
 * SQL condition: the event `e` of the participation `p` was attended and is over. A recording has no dates; it is over
 * as soon as its attendance is recorded.
 */
export const attendedAndOver = `
  p.attended and coalesce(e.to_date, e.from_date, '-infinity') <= (now() at time zone '${timeZone}')::date`

/**
 * SQL condition: the event `e` is not cancelled. Lists, letters' numbers and letters ask for it beside
 * `attendedAndOver`; a letter that is already issued stays, even if its event is cancelled afterwards.
 */
export const isEventConfirmed = `e.state = 'confirmed'`

/**
 * Returns SQL for the hours of the participation `p` in an event; null if nobody has said them.
 * @param ofDays SQL condition: the hours of the event's days count where the participation has none
 */
export const hoursOf = (ofDays: string): string => `coalesce(p.hours, (
  select case when ${ofDays} and bool_and(coalesce(day.hours between 0 and 24, false)) then sum(day.hours) end
  from event_dates day where day.provider_id = p.provider_id and day.event_id = p.event_id and day.no = p.no))`

const { caption, eventId, no, participantId, from, to } = participantEventFields

export interface EventFilter {
  readonly personId: number | undefined
  readonly from: IsoDate | undefined
  readonly to: IsoDate | undefined
}

export const events = defineList<WireRow, EventFilter & Pick<Caller, 'providerId' | 'customerId'>>({
  fields: {
    [caption.code]: 'e.caption',
    [eventId.code]: 'e.event_id',
    [no.code]: 'e.no',
    [participantId.code]: 'p.participant_id',
    [from.code]: 'e.from_date',
    [to.code]: 'e.to_date'
  },
  // OFFSET makes the planner look up each event separately, as in the list of documents.
  from: `participations p
    cross join lateral (
      select * from events e where e.provider_id = :providerId and e.event_id = p.event_id and e.no = p.no offset 0
    ) e`,
  where: `p.provider_id = :providerId and p.customer_id = :customerId and ${isBookedOncePerPerson} and ${attendedAndOver} and ${isEventConfirmed}`,
  filters: {
    personId:
      'p.contact_id = (select c.contact_id from contacts c where c.provider_id = :providerId and c.customer_id = :customerId and c.person_id = :personId)',
    from: 'coalesce(e.to_date, e.from_date) >= :from::date',
    to: 'coalesce(e.from_date, e.to_date) <= :to::date'
  },
  orderBy: 'e.from_date desc nulls last, e.event_id desc, e.no desc, p.participant_id'
})

/**
 * Lists the events that were attended and are over, newest first, one row for each participation: admin and shopfull
 * see those of all contacts of their customer, contact and shoplight only their own. An event belongs to each period
 * that it overlaps, an event without dates to none.
 * @param codes fields of the answer, as `resFields` gives them
 */
export async function listEvents(
  db: Db,
  caller: Caller,
  codes: readonly string[],
  filter: EventFilter
): Promise<RawJson> {
  const { providerId, customerId, right } = caller
  const self = mayChangeParticipant(right) ? undefined : caller.personId
  if (self !== undefined && filter.personId !== undefined && filter.personId !== self) return emptyList
  return events.json(db, { providerId, customerId, ...filter, personId: self ?? filter.personId }, codes)
}
