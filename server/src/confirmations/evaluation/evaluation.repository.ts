import { sql } from 'kysely'
import type { IsoDate } from '@customer-center/contract/dates'
import { evaluationFields } from '@customer-center/contract/evaluation'
import type { WireRow } from '@customer-center/contract/field-codes'
import { evaluationType } from '@customer-center/contract/limits'
import { hoursOf, isBookedOncePerPerson, isEventConfirmed } from '../../bookings/index.ts'
import { fullName, nameOrder } from '../../platform/database/full-name.ts'
import { defineList, type RawJson } from '../../platform/database/list.ts'
import type { Db } from '../../platform/database/query.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { knownHours, periodOf } from '../letter/letter-keys.ts'

export const evaluations = defineList<WireRow, { providerId: number }>({
  fields: {
    [evaluationFields.companyNo.code]: 'provider_id',
    [evaluationFields.interfaceId.code]: 'interface_id',
    [evaluationFields.caption.code]: 'caption'
  },
  from: 'evaluations',
  where: `provider_id = :providerId and evaluation_type = ${evaluationType}`,
  orderBy: 'caption collate "und-x-icu", interface_id'
})

/**
 * Lists the evaluations that the provider offers its customers, by caption.
 * @param codes fields of the answer, as `resFields` gives them
 */
export function listEvaluations(db: Db, { providerId }: Caller, codes: readonly string[]): Promise<RawJson> {
  return evaluations.json(db, { providerId }, codes)
}

/**
 * The scope of an evaluation: participations of one or all contacts of a customer, in events that overlap the period.
 */
interface EvaluationScope {
  readonly providerId: number
  readonly customerId: number
  readonly contactId: number | null
  readonly from: string
  readonly to: string
  /** Whether the hours of the event's days count where a participation has none. */
  readonly timetableHours?: boolean
}

// An event without dates belongs to no period; a cancelled one was neither attended nor paid.
const booked = ({ providerId, customerId, contactId, from, to }: EvaluationScope) => sql`
  from participations p
  join events e on e.provider_id = p.provider_id and e.event_id = p.event_id and e.no = p.no
  where p.provider_id = ${providerId} and p.customer_id = ${customerId} and (${contactId}::int is null or p.contact_id = ${contactId})
    and coalesce(e.to_date, e.from_date) >= ${from}::date and coalesce(e.from_date, e.to_date) <= ${to}::date
    and ${sql.raw(isBookedOncePerPerson)} and ${sql.raw(isEventConfirmed)}`

const hours = ({ timetableHours }: EvaluationScope) => sql.raw(timetableHours ? hoursOf('true') : 'p.hours')

export interface FoundEvaluation {
  readonly template: 'evaluation-participants' | 'evaluation-costs' | 'evaluation-attendance'
  readonly customer: string
  readonly customerNumber: string
  readonly contactId: number | null
  readonly participant: string | null
}

/**
 * Finds the evaluation, its customer and its contact; undefined if the provider has no such evaluation or the customer
 * has no such contact.
 */
export async function findEvaluation(
  db: Db,
  { providerId, customerId }: { readonly providerId: number; readonly customerId: number },
  interfaceId: number,
  personId: number | undefined
): Promise<FoundEvaluation | undefined> {
  const { rows } = await sql<FoundEvaluation>`
    select ev.template, ${sql.raw(fullName('owner'))} as customer, cu.number as "customerNumber", c.contact_id as "contactId",
           case when c.contact_id is not null then ${sql.raw(fullName('person'))} end as participant
    from evaluations ev
    join customers cu on cu.provider_id = ev.provider_id and cu.customer_id = ${customerId}
    join persons owner on owner.provider_id = cu.provider_id and owner.person_id = cu.customer_id
    left join contacts c on c.provider_id = cu.provider_id and c.customer_id = cu.customer_id and c.person_id = ${personId ?? null}::int
    left join persons person on person.provider_id = c.provider_id and person.person_id = c.person_id
    where ev.provider_id = ${providerId} and ev.interface_id = ${interfaceId}
      and ev.evaluation_type = ${evaluationType}`.execute(db)
  const [row] = rows
  return row && (personId === undefined || row.contactId !== null) ? row : undefined
}

/** The numbers of rows that an evaluation would read. */
export interface EvaluationSize {
  readonly participations: number
  readonly participants: number
}

export async function countBooked(db: Db, scope: EvaluationScope): Promise<EvaluationSize> {
  const { rows } = await sql<EvaluationSize>`
    select count(*) as participations, count(distinct p.contact_id) as participants ${booked(scope)}`.execute(db)
  return rows[0] ?? { participations: 0, participants: 0 }
}

interface ByParticipant {
  readonly contactId: number
  readonly name: string
  readonly caption: string
  readonly from: string | null
  readonly until: string | null
  readonly attended: boolean
  readonly hours: number | null
}

export async function listByParticipant(
  db: Db,
  scope: EvaluationScope
): Promise<EvaluationParticipantsData['participants']> {
  const { rows } = await sql<ByParticipant>`
    select b.contact_id as "contactId", ${sql.raw(fullName('person'))} as name, b.caption, b."from", b.until, b.attended, b.hours
    from (select p.provider_id, p.customer_id, p.contact_id, p.attended, ${hours(scope)} as hours, e.caption, e.event_id, e.no, e.from_date as "from",
                 coalesce(e.to_date, e.from_date) as until ${booked(scope)}) b
    join contacts c on c.provider_id = b.provider_id and c.contact_id = b.contact_id
    join persons person on person.provider_id = c.provider_id and person.person_id = c.person_id
    order by ${sql.raw(nameOrder('person'))}, b.contact_id, b."from", b.event_id, b.no`.execute(db)
  const participants = new Map<number, EvaluationParticipantsData['participants'][number]>()
  for (const { contactId, name, caption, from, until, attended, ...row } of rows) {
    const participant = participants.get(contactId) ?? { name, events: [] }
    participants.set(contactId, participant)
    participant.events.push({ caption, ...periodOf({ from, until }), attended, ...knownHours(row) })
  }
  return [...participants.values()]
}

export async function listCosts(db: Db, scope: EvaluationScope): Promise<EvaluationCostsData['events']> {
  const { rows } = await sql<{
    caption: string
    from: string | null
    until: string | null
    location: string | null
    participants: number
    costs: number
  }>`
    select e.caption, e.from_date as "from", coalesce(e.to_date, e.from_date) as until, e.location,
           count(*) as participants, (sum(p.price) * 100)::int8 as costs ${booked(scope)}
    group by e.provider_id, e.event_id, e.no
    order by e.from_date, e.event_id, e.no`.execute(db)
  return rows.map(({ from, until, location, ...row }) => ({
    ...row,
    ...periodOf({ from, until }),
    ...(location !== null && location !== '' && { location })
  }))
}

/**
 * Lists attendance by month. An event counts for the month in which it begins, or for the first month of the period if
 * it began before.
 */
export async function listMonths(db: Db, scope: EvaluationScope): Promise<EvaluationAttendanceData['months']> {
  const { from, to } = scope
  const { rows } = await sql<EvaluationAttendanceData['months'][number]>`
    select to_char(m.month, 'YYYY-MM') as month, count(b.month) as booked,
           count(b.month) filter (where b.attended) as attended,
           coalesce(sum(b.hours) filter (where b.attended), 0) as hours,
           count(*) filter (where b.attended and b.hours is null) as missing
    from generate_series(date_trunc('month', ${from}::date::timestamp), ${to}::date::timestamp, interval '1 month') m (month)
    left join (
      select date_trunc('month', greatest(coalesce(e.from_date, e.to_date), ${from}::date)::timestamp) as month,
             p.attended, ${hours(scope)} as hours ${booked(scope)}
    ) b on b.month = m.month
    group by m.month
    order by m.month`.execute(db)
  return rows
}

/** The head of every evaluation. */
interface EvaluationData {
  customer: string
  customerNumber: string
  /** The participant to whom the evaluation is limited. */
  participant?: string
  from: IsoDate
  until: IsoDate
  date: IsoDate
}

/** Events and hours by participant. */
export interface EvaluationParticipantsData extends EvaluationData {
  participants: {
    name: string
    events: { caption: string; from?: IsoDate; until?: IsoDate; attended: boolean; hours?: number }[]
  }[]
}

export interface EvaluationCostsData extends EvaluationData {
  events: {
    caption: string
    from?: IsoDate
    until?: IsoDate
    location?: string
    participants: number
    /** Net costs, in cents. */
    costs: number
  }[]
}

/** Attendance over time: one entry for each month of the period, including months without an event. */
export interface EvaluationAttendanceData extends EvaluationData {
  months: {
    /** The month as yyyy-MM. */
    month: string
    booked: number
    /** Booked participations that were attended. */
    attended: number
    /** Sum of the known hours. */
    hours: number
    /** Attended participations whose hours nobody knows. */
    missing: number
  }[]
}
