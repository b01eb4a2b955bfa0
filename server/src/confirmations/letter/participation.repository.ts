import { sql } from 'kysely'
import type { LetterKind } from '@customer-center/contract/letter'
import { mayChangeParticipant } from '@customer-center/contract/rights'
import { attendedAndOver, hoursOf, isBookedOncePerPerson, isBooked, isEventConfirmed } from '../../bookings/index.ts'
import type { JobContext } from '../../feature/services.ts'
import { firstAndLastName, fullName, nameOrder } from '../../platform/database/full-name.ts'
import { prepared, type PreparedStatement } from '../../platform/database/prepared.ts'
import type { Db } from '../../platform/database/query.ts'
import type { Actor, Caller } from '../../platform/http/caller.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { ParticipationKey } from './letter-keys.ts'

export type ReadingContext = Pick<JobContext, 'config' | 'db'>

interface LetterQuery {
  readonly company: number
  readonly id: number
  /** The contact of all participations; without it, any contact of the customer is possible. */
  readonly contactCompany?: number
  readonly contactId?: number
  readonly letterNo: number
  readonly kind: LetterKind
  readonly participations: readonly ParticipationKey[]
}

/** A participation that may be confirmed, with the keys by which a request may name it. */
interface Confirmable extends Required<ParticipationKey> {
  readonly personNumber: string | null
  readonly customerPersonNumber: string | null
  readonly from: string | null
  readonly until: string | null
}

export interface ConfirmableDetails extends Confirmable {
  readonly contactId: number
  readonly participant: string
  /** Whether the first or last name was another one when the attendance was recorded. */
  readonly renamed: boolean
  readonly customer: string
  readonly caption: string
  readonly location: string | null
  /** Null if nobody knows them. */
  readonly hours: number | null
  readonly days: readonly { date: string; starts: string | null; ends: string | null; hours: number | null }[]
}

const columns = `
  p.participant_id as "participantId", p.event_id as "eventId", p.no,
  person.person_number as "personNumber", owner.person_number as "customerPersonNumber",
  e.from_date as "from", coalesce(e.to_date, e.from_date) as until`

// $1 is the actor's provider, $2 its customer, $3 its contact if it acts only for itself, $4 and $5 the participant if the
// request names one, $6 the participations, $7 and $8 the letter; $9 of the details: the hours of the days count.
const tables = `
  from participations p
  join contacts c on c.provider_id = p.provider_id and c.contact_id = p.contact_id
  join persons person on person.provider_id = c.provider_id and person.person_id = c.person_id
  join persons owner on owner.provider_id = p.provider_id and owner.person_id = p.customer_id
  join events e on e.provider_id = p.provider_id and e.event_id = p.event_id and e.no = p.no`
const conditions = (state: string) => `
  where p.provider_id = $1 and p.customer_id = $2 and ($3::int is null or p.contact_id = $3)
    and ($4::int is null or (c.provider_id = $4 and c.person_id = $5)) and p.participant_id = any ($6::int[])
    and ${state} and ${attendedAndOver}
    and exists (
      select from letters l where l.provider_id = $1 and l.letter_no = $7 and l.kind = $8
        and (l.event_id is null or (l.event_id = p.event_id and (l.no is null or l.no = p.no)))
    )`

const check = prepared<Confirmable>(
  `select ${columns} ${tables} ${conditions(`${isBookedOncePerPerson} and ${isEventConfirmed}`)}`
)

// A letter that was already issued stays available after its booking or its event is cancelled.
const checkIssued = prepared<Confirmable>(`select ${columns} ${tables} ${conditions('true')}`)

// The customer's name is left out if the customer is the participant.
const details = prepared<ConfirmableDetails>(`
  select ${columns}, p.contact_id as "contactId", ${fullName('person')} as participant,
         coalesce(p.attended_name <> ${firstAndLastName('person')}, false) as renamed,
         case when person.person_id = owner.person_id then '' else ${fullName('owner')} end as customer,
         e.caption, e.location, ${hoursOf('$9')} as hours,
         coalesce(d.days, '[]') as days
  ${tables}
  cross join lateral (
    select json_agg(json_build_object(
      'date', day.date, 'starts', to_char(day.starts, 'HH24:MI'), 'ends', to_char(day.ends, 'HH24:MI'),
      'hours', day.hours) order by day.day_no) as days
    from event_dates day where day.provider_id = p.provider_id and day.event_id = p.event_id and day.no = p.no
  ) d
  ${conditions(`${isBookedOncePerPerson} and ${isEventConfirmed}`)}
  order by e.from_date nulls last, e.event_id, e.no, ${nameOrder('person')}, p.participant_id`)

async function findRows<Row extends Confirmable>(
  db: Db,
  read: PreparedStatement<Row>,
  { providerId, customerId, contactId, right }: Actor,
  wanted: LetterQuery,
  more: readonly unknown[] = []
): Promise<readonly Row[] | undefined> {
  if (wanted.company !== providerId || wanted.id !== customerId) return undefined
  const { contactCompany = null, contactId: personId = null, letterNo, kind, participations } = wanted
  const ids = participations.map(({ participantId }) => participantId)
  const self = mayChangeParticipant(right) ? null : contactId
  const values = [providerId, customerId, self, contactCompany, personId, ids, letterNo, kind, ...more]
  const rows = await read(db, values)
  const found = new Map(rows.map((row) => [row.participantId, row]))
  const all = participations.every(({ participantId, eventId, no }) => {
    const row = found.get(participantId)
    return row !== undefined && row.eventId === eventId && (no === undefined || row.no === no)
  })
  return all ? rows : undefined
}

/**
 * Finds the participations, if the actor may have all of them confirmed: they belong to its customer (to the actor,
 * unless it may act for others), are booked, were attended, are over, and fit the letter.
 * @param isIssued whether the letters are already issued: then the participations need not be booked any more
 * @returns undefined if any participation fails a condition, whatever the reason
 */
function findConfirmable(db: Db, actor: Actor, wanted: LetterQuery, isIssued = false) {
  return findRows(db, isIssued ? checkIssued : check, actor, wanted)
}

/**
 * Finds the same participations as `findConfirmable`, with the letters' content, ordered by the events' days and the
 * participants' names.
 */
function findConfirmableDetails({ db, config }: ReadingContext, actor: Actor, wanted: LetterQuery) {
  return findRows(db, details, actor, wanted, [config.timetableHours])
}

interface Confirmation<Request> {
  readonly queryOf: (request: Request) => LetterQuery
  /**
   * The refusal, which is the same for participations that are another customer's, missing, not booked, not attended or
   * not over.
   */
  readonly refusal: 'confirmationNotAvailable' | 'hourRecordNotAvailable'
  /** Tells whether the other values of the request agree with a participation; default: there are none. */
  readonly agrees?: (request: Request, row: Confirmable, isMade: boolean) => boolean
}

/**
 * Returns how requests for letters find their participations: `authorize` checks that the actor may have them
 * confirmed, `read` returns them with all data for the letters.
 */
export function participationsOf<Request>({ queryOf, refusal, agrees = () => true }: Confirmation<Request>) {
  /** @throws Refusal */
  function checked<Row extends Confirmable>(request: Request, rows: readonly Row[] = [], isMade = false) {
    const [first, ...others] = rows
    if (!first || !rows.every((row) => agrees(request, row, isMade))) throw new Refusal(refusal)
    return [first, ...others] as const
  }
  return {
    authorize: async (db: Db, actor: Actor, request: Request, isMade: boolean) =>
      checked(request, await findConfirmable(db, actor, queryOf(request), isMade), isMade),
    read: async (context: ReadingContext, actor: Actor, request: Request) =>
      checked(request, await findConfirmableDetails(context, actor, queryOf(request)))
  }
}

/** Finds the letter for hour records; undefined if the provider has none. */
export async function findHourRecordLetter(db: Db, { providerId }: Caller): Promise<number | undefined> {
  const { rows } = await sql<{ letterNo: number }>`
    select letter_no as "letterNo" from letters where provider_id = ${providerId} and kind = 'hour-record'
    order by letter_no limit 1`.execute(db)
  return rows[0]?.letterNo
}

// SQL for the letter of an event: $1 is the caller's provider, $2 its customer, $3 the event, $4 the caller's contact if it acts
// only for itself. The same event may have been held several times, and the call does not name a holding: a letter that
// fits most holdings comes first, then the letter for the holding, for the event, for all events.
const participationLetters = prepared<{ letterNo: number }>(`
  select l.letter_no as "letterNo"
  from (
    select distinct p.event_id, p.no
    from participations p
    join events e on e.provider_id = p.provider_id and e.event_id = p.event_id and e.no = p.no
    where p.provider_id = $1 and p.customer_id = $2 and p.event_id = $3 and ($4::int is null or p.contact_id = $4) and ${isBooked}
      and ${attendedAndOver} and ${isEventConfirmed}
  ) held
  join letters l on l.provider_id = $1 and l.kind = 'participation'
    and (l.event_id is null or l.event_id = held.event_id and (l.no is null or l.no = held.no))
  group by l.letter_no, l.event_id, l.no
  order by count(*) desc, l.event_id nulls last, l.no nulls last, l.letter_no
  limit 1`)

/**
 * Finds the letter that confirms participation in an event.
 * @returns undefined if the event does not exist, has no letter, or was attended by nobody for whom the caller may act
 */
export async function findParticipationLetter(
  db: Db,
  { providerId, customerId, contactId, right }: Caller,
  eventId: number
): Promise<number | undefined> {
  const values = [providerId, customerId, eventId, mayChangeParticipant(right) ? null : contactId]
  return (await participationLetters(db, values))[0]?.letterNo
}

// $1 is the caller's provider, $2 its customer, $3 and $4 the holding of an event, $5 the caller's contact if it acts only for
// itself. Letters are ordered as in the statement above; each letter that fits a holding confirms all who attended it.
const confirmableParticipants = prepared<ConfirmableLetter>(`
  select l.letter_no as "letterNo",
         array_agg(p.participant_id order by ${nameOrder('person')}, p.participant_id) as "participantIds",
         array_agg(${fullName('person')} order by ${nameOrder('person')}, p.participant_id) as names
  from participations p
  join contacts c on c.provider_id = p.provider_id and c.contact_id = p.contact_id
  join persons person on person.provider_id = c.provider_id and person.person_id = c.person_id
  join events e on e.provider_id = p.provider_id and e.event_id = p.event_id and e.no = p.no
  join letters l on l.provider_id = p.provider_id and l.kind = 'participation'
    and (l.event_id is null or l.event_id = p.event_id and (l.no is null or l.no = p.no))
  where p.provider_id = $1 and p.customer_id = $2 and p.event_id = $3 and p.no = $4 and ($5::int is null or p.contact_id = $5)
    and ${isBookedOncePerPerson} and ${attendedAndOver} and ${isEventConfirmed}
  group by l.letter_no, l.event_id, l.no
  order by l.event_id nulls last, l.no nulls last, l.letter_no
  limit 1`)

/** A letter and the participations that it confirms in one event. */
export interface ConfirmableLetter {
  readonly letterNo: number
  readonly participantIds: number[]
  readonly names: string[]
}

/**
 * Lists the participants of an event for whom the caller may get confirmations, ordered by name.
 * @returns undefined in the cases of `findParticipationLetter`
 */
export async function findConfirmableParticipants(
  db: Db,
  { providerId, customerId, contactId, right }: Caller,
  { eventId, no }: { readonly eventId: number; readonly no: number }
): Promise<ConfirmableLetter | undefined> {
  const values = [providerId, customerId, eventId, no, mayChangeParticipant(right) ? null : contactId]
  return (await confirmableParticipants(db, values))[0]
}
