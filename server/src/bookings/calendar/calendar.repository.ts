import { timeZone } from '@customer-center/contract/dates'
import { mayChangeParticipant } from '@customer-center/contract/rights'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import type { Caller } from '../../platform/http/caller.ts'

/** A day of an event, or all its days where the provider has no times. */
export interface CalendarEntry {
  readonly company: number
  readonly eventId: number
  readonly no: number
  /** 1 for the first day; null for all days in one entry. */
  readonly dayNo: number | null
  readonly caption: string
  readonly location: string | null
  /** Points in time; without times midnight UTC of the first day, and of the day after the last one. */
  readonly starts: Date
  readonly ends: Date
}

// Times are those of the provider's clock.
const atClock = (time: string) => `(day.date + day.${time}) at time zone '${timeZone}'`
const midnight = (date: string) => `(${date})::timestamp at time zone 'UTC'`

const entries = sql.raw(`
  select e.company, e.event_id as "eventId", e.no, day.day_no as "dayNo", e.caption, e.location,
         coalesce(${atClock('starts')}, ${midnight('coalesce(e.from_date, e.to_date)')}) as starts,
         coalesce(${atClock('ends')}, ${midnight('coalesce(e.to_date, e.from_date) + 1')}) as ends
  from events e
  left join event_dates day on day.company = e.company and day.event_id = e.event_id and day.no = e.no
`)

/** The days of an event that the caller's customer has booked, or the caller without the right to see others; none if there is no such event. */
export async function findEntries(
  db: Kysely<Tables>,
  { company, id, pvaid, right }: Caller,
  eventId: number,
  no: number
): Promise<CalendarEntry[]> {
  const self = mayChangeParticipant(right) ? null : pvaid
  const { rows } = await sql<CalendarEntry>`
    ${entries}
    where e.company = ${company} and e.event_id = ${eventId} and e.no = ${no}
      and coalesce(e.from_date, e.to_date, day.date) is not null
      and exists (
        select from participations p
        where p.company = e.company and p.event_id = e.event_id and p.no = e.no and p.id = ${id}
          and (${self}::int is null or p.pvaid = ${self})
      )
    order by day.day_no`.execute(db)
  return rows
}

/** Whose feed it is. */
interface FeedOwner {
  readonly company: number
  readonly pvaid: number
}

export async function hasFeed(db: Kysely<Tables>, { company, pvaid }: FeedOwner): Promise<boolean> {
  const row = await db
    .selectFrom('calendar_feeds')
    .select('pvaid')
    .where('company', '=', company)
    .where('pvaid', '=', pvaid)
    .executeTakeFirst()
  return row !== undefined
}

/** Takes the place of an earlier address. */
export async function storeFeed(db: Kysely<Tables>, { company, pvaid }: FeedOwner, tokenHash: Buffer): Promise<void> {
  await db
    .insertInto('calendar_feeds')
    .values({ company, pvaid, token_hash: tokenHash })
    .onConflict((conflict) => conflict.columns(['company', 'pvaid']).doUpdateSet({ token_hash: tokenHash }))
    .execute()
}

/**
 * The days that the owner of an address takes part in, from a month ago on.
 * @returns undefined for an address that is nobody's, or whose owner may not log in any more
 */
export async function findFeedEntries(db: Kysely<Tables>, tokenHash: Buffer): Promise<CalendarEntry[] | undefined> {
  const { rows: owners } = await sql<FeedOwner>`
    select feed.company, feed.pvaid
    from calendar_feeds feed
    join shop_users users on users.company = feed.company and users.pvaid = feed.pvaid
    join contacts on contacts.company = feed.company and contacts.pvaid = feed.pvaid
    where feed.token_hash = ${tokenHash} and users.rights <> 0 and contacts.active`.execute(db)
  const [owner] = owners
  if (!owner) return undefined
  const { rows } = await sql<CalendarEntry>`
    ${entries}
    join participations p on p.company = e.company and p.event_id = e.event_id and p.no = e.no
    where p.company = ${owner.company} and p.pvaid = ${owner.pvaid}
      and coalesce(day.date, e.to_date, e.from_date) > current_date - 31
    order by starts, e.event_id, e.no, day.day_no`.execute(db)
  return rows
}
