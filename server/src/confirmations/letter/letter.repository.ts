import { sql } from 'kysely'
import { mayChangeParticipant } from '@customer-center/contract/rights'
import { attendedAndOver, isBooked, isBookedOncePerPerson } from '../../bookings/index.ts'
import { fullName, nameOrder } from '../../platform/database/full-name.ts'
import { prepared } from '../../platform/database/prepared.ts'
import { type Db, query } from '../../platform/database/query.ts'
import type { Caller } from '../../platform/http/caller.ts'

/** Finds the letter for hour records; undefined if the provider has none. */
export async function findHourRecordLetter(db: Db, { provider }: Caller): Promise<number | undefined> {
  const { rows } = await sql<{ letterNo: number }>`
    select letter_no as "letterNo" from letters where company = ${provider} and kind = 'timesheet'
    order by letter_no limit 1`.execute(db)
  return rows[0]?.letterNo
}

// SQL for the letter of an event: $1 is the caller's company, $2 its id, $3 the event, $4 the caller's pvaid if it acts
// for itself alone. The same event may have been held several times, and the call does not say which is meant: first
// comes a letter that fits most holdings, then the one made for the holding, the one for the event, the one for all.
const participationLetter = prepared(`
  select l.letter_no as "letterNo"
  from (
    select distinct p.event_id, p.no
    from participations p
    join events e on e.company = p.company and e.event_id = p.event_id and e.no = p.no
    where p.company = $1 and p.id = $2 and p.event_id = $3 and ($4::int is null or p.pvaid = $4) and ${isBooked}
      and ${attendedAndOver}
  ) held
  join letters l on l.company = $1 and l.kind = 'participation'
    and (l.event_id is null or l.event_id = held.event_id and (l.no is null or l.no = held.no))
  group by l.letter_no, l.event_id, l.no
  order by count(*) desc, l.event_id nulls last, l.no nulls last, l.letter_no
  limit 1`)

/**
 * Finds the letter that confirms participation in an event.
 * @returns undefined alike for an event that does not exist, that nobody attended for whom the caller may act, or that
 * has no letter
 */
export async function findParticipationLetter(
  db: Db,
  { provider, customer, contact, right }: Caller,
  eventId: number
): Promise<number | undefined> {
  const values = [provider, customer, eventId, mayChangeParticipant(right) ? null : contact]
  return (await query<{ letterNo: number }>(db, participationLetter, values))[0]?.letterNo
}

// $1 is the caller's company, $2 its id, $3 and $4 the holding of an event, $5 the caller's pvaid if it acts for itself
// alone. Letters come in the order of the statement above; each that fits a holding confirms all who attended it.
const confirmableParticipants = prepared(`
  select l.letter_no as "letterNo",
         array_agg(p.participant_id order by ${nameOrder('person')}, p.participant_id) as "participantIds",
         array_agg(${fullName('person')} order by ${nameOrder('person')}, p.participant_id) as names
  from participations p
  join contacts c on c.company = p.company and c.pvaid = p.pvaid
  join persons person on person.company = c.contact_company and person.id = c.contact_id
  join events e on e.company = p.company and e.event_id = p.event_id and e.no = p.no
  join letters l on l.company = p.company and l.kind = 'participation'
    and (l.event_id is null or l.event_id = p.event_id and (l.no is null or l.no = p.no))
  where p.company = $1 and p.id = $2 and p.event_id = $3 and p.no = $4 and ($5::int is null or p.pvaid = $5)
    and ${isBookedOncePerPerson} and ${attendedAndOver}
  group by l.letter_no, l.event_id, l.no
  order by l.event_id nulls last, l.no nulls last, l.letter_no
  limit 1`)

/** A letter and the participations in one holding of an event that it confirms. */
export interface ConfirmableHolding {
  readonly letterNo: number
  readonly participantIds: number[]
  readonly names: string[]
}

/**
 * Lists the participants of one holding of an event whom the caller may have confirmed, in the order of their names.
 * @returns undefined in the cases of `findParticipationLetter`
 */
export async function findConfirmableParticipants(
  db: Db,
  { provider, customer, contact, right }: Caller,
  { eventId, no }: { readonly eventId: number; readonly no: number }
): Promise<ConfirmableHolding | undefined> {
  const values = [provider, customer, eventId, no, mayChangeParticipant(right) ? null : contact]
  return (await query<ConfirmableHolding>(db, confirmableParticipants, values))[0]
}
