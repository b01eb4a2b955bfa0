import { sql } from 'kysely'
import { timeZone, today } from '@customer-center/contract/dates'
import { mayChangeParticipant } from '@customer-center/contract/rights'
import type { Db } from '../../platform/database/query.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { tokenHash } from '../../platform/lib/tokens.ts'
import type { PersonKey } from '../../platform/personal-data/person.ts'
import { isBooked, isBookedOncePerPerson } from '../event/event.repository.ts'

/** A day of an event, or all its days if the provider has no times. */
export interface CalendarEntry {
  readonly provider: number
  readonly eventId: number
  readonly no: number
  /** The number of the day, 1 for the first; null for all days in one entry. */
  readonly dayNo: number | null
  readonly caption: string
  readonly location: string | null
  /** Start and end; without times, midnight UTC of the first day and of the day after the last one. */
  readonly starts: Date
  readonly ends: Date
}

// The stored times are in the provider's time zone.
const atClock = (time: string) => `(day.date + day.${time}) at time zone '${timeZone}'`
const midnight = (date: string) => `(${date})::timestamp at time zone 'UTC'`

const entries = sql.raw(`
  select e.company as provider, e.event_id as "eventId", e.no, day.day_no as "dayNo", e.caption, e.location,
         coalesce(${atClock('starts')}, ${midnight('coalesce(e.from_date, e.to_date)')}) as starts,
         coalesce(${atClock('ends')}, ${midnight('coalesce(e.to_date, e.from_date) + 1')}) as ends
  from events e
  left join event_dates day on day.company = e.company and day.event_id = e.event_id and day.no = e.no
`)

/**
 * Finds the days of an event that the caller's customer has booked; for a caller without the right to see others, only
 * of the caller's own events. Returns none if there is no such event.
 * @param no null for the event's next holding that is not over, which the overview shows
 */
export async function findEntries(
  db: Db,
  { provider, customer, contact, right }: Caller,
  eventId: number,
  no: number | null
): Promise<CalendarEntry[]> {
  const self = mayChangeParticipant(right) ? null : contact
  const { rows } = await sql<CalendarEntry>`
    with booked as (
      select e.company, e.event_id, e.no from events e
      where e.company = ${provider} and e.event_id = ${eventId}
        and (e.no = ${no}::int or ${no}::int is null and coalesce(e.to_date, e.from_date) >= ${today()})
        and exists (
          select from participations p
          where p.company = e.company and p.event_id = e.event_id and p.no = e.no and p.id = ${customer} and ${sql.raw(isBooked)}
            and (${self}::int is null or p.pvaid = ${self})
        )
      order by e.from_date, e.no limit 1
    )
    ${entries}
    join booked on booked.company = e.company and booked.event_id = e.event_id and booked.no = e.no
    where coalesce(e.from_date, e.to_date, day.date) is not null
    order by day.day_no`.execute(db)
  return rows
}

// SQL condition: the address is valid, because its login is unchanged. A person who gets another password because a
// stranger was in the account must not keep telling that stranger where to find them. If the user name changes, the
// database deletes the address.
const openFeed = sql`
  calendar_feeds feed
  join shop_users users on users.company = feed.company and users.pvaid = feed.pvaid and users.rights <> 0
    and users.password_hash is not distinct from feed.password_hash
  join contacts on contacts.company = feed.company and contacts.pvaid = feed.pvaid and contacts.active`

/**
 * Finds a person's address.
 * @returns undefined if there is none; the token is null if a version without its column made the address
 */
export async function findOwnFeed(
  db: Db,
  { provider, contact }: PersonKey
): Promise<{ readonly token: string | null } | undefined> {
  const { rows } = await sql<{ token: string | null }>`
    select case when feed.token_hash = sha256(feed.token::bytea) then feed.token end as token from ${openFeed}
    where feed.company = ${provider} and feed.pvaid = ${contact}`.execute(db)
  return rows[0]
}

/** Stores an address; replaces an earlier one. */
export async function storeFeed(db: Db, { provider, contact }: PersonKey, token: string): Promise<void> {
  await sql`
    insert into calendar_feeds (company, pvaid, token, token_hash, password_hash)
    select company, pvaid, ${token}, ${tokenHash(token)}::bytea, password_hash from shop_users
    where company = ${provider} and pvaid = ${contact}
    on conflict (company, pvaid) do update set token = excluded.token, token_hash = excluded.token_hash,
      created_at = excluded.created_at, password_hash = excluded.password_hash`.execute(db)
}

/** @returns whether there was an address */
export async function deleteFeed(db: Db, { provider, contact }: PersonKey): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from calendar_feeds where company = ${provider} and pvaid = ${contact}`.execute(db)
  return numAffectedRows > 0n
}

/**
 * Finds the days on which the owner of an address takes part in events, from a month ago on.
 * @param provider the company of the shop under whose path the address is opened
 * @returns undefined for an address that does not exist in this shop, or if its owner may no longer log in
 */
export async function findFeed(
  db: Db,
  token: string,
  provider?: number
): Promise<{ readonly owner: PersonKey; readonly entries: CalendarEntry[] } | undefined> {
  const { rows: owners } = await sql<PersonKey>`
    select feed.company as provider, feed.pvaid as contact from ${openFeed}
    where feed.token_hash = ${tokenHash(token)} and feed.company = coalesce(${provider ?? null}, feed.company)`.execute(
    db
  )
  const [owner] = owners
  if (!owner) return undefined
  const { rows } = await sql<CalendarEntry>`
    ${entries}
    join participations p on p.company = e.company and p.event_id = e.event_id and p.no = e.no
    where p.company = ${owner.provider} and p.pvaid = ${owner.contact} and ${sql.raw(isBookedOncePerPerson)}
      and coalesce(day.date, e.to_date, e.from_date) > current_date - 31
    order by starts, e.event_id, e.no, day.day_no`.execute(db)
  return { owner, entries: rows }
}
