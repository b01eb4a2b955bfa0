import { sql } from 'kysely'
import { type IsoDate, readDate, today } from '@customer-center/contract/dates'
import { mayChangeParticipant } from '@customer-center/contract/rights'
import type { Db } from '../../platform/database/query.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { tokenHash } from '../../platform/lib/tokens.ts'
import type { PersonKey } from '../../platform/personal-data/person.ts'
import { dayAfter, type EventDay, spanOf } from '../event/event-day.ts'
import { isBooked, isBookedOncePerPerson, isEventConfirmed } from '../event/event.repository.ts'

/** One day of an event, or the whole event where its days are unknown. */
interface EntryEvent {
  readonly providerId: number
  readonly eventId: number
  readonly no: number
  /** The number of the day, 1 for the first; null for all days in one entry. */
  readonly dayNo: number | null
  readonly caption: string
  readonly location: string | null
  readonly isCancelled: boolean
  /** SEQUENCE of RFC 5545: it grows with each change of the event. */
  readonly sequence: number
}

interface StoredEntry extends EntryEvent, Omit<EventDay, 'date'> {
  /** First and last day. */
  readonly date: IsoDate | null
  readonly until: IsoDate | null
}

export interface CalendarEntry extends EntryEvent {
  /** The first day. */
  readonly date: IsoDate
  /** Start and end; of whole days, midnight UTC of the first one and of the day after the last one. */
  readonly starts: Date
  readonly ends: Date
  readonly isWholeDay: boolean
}

/** Makes an entry; none where the stored days stand for 'no date'. */
function entryOf({ date: from, until, starts, ends, ...event }: StoredEntry): CalendarEntry[] {
  const date = readDate(from) ?? readDate(until)
  if (date === null) return []
  const last = readDate(until) ?? date
  const span = spanOf({ date, starts, ends })
  const whole = { starts: new Date(date), ends: new Date(dayAfter(last < date ? date : last)) }
  return [{ ...event, date, ...(span ?? whole), isWholeDay: span === undefined }]
}

const entries = sql.raw(`
  select e.provider_id as "providerId", e.event_id as "eventId", e.no, day.day_no as "dayNo", e.caption, e.location,
         not ${isEventConfirmed} as "isCancelled", e.sequence,
         coalesce(day.date, e.from_date) as date, coalesce(day.date, e.to_date) as until, day.starts, day.ends
  from events e
  left join event_dates day on day.provider_id = e.provider_id and day.event_id = e.event_id and day.no = e.no
`)

/**
 * Finds the days of an event that the caller's customer has booked; for a caller without the right to see others, only
 * of the caller's own events. Returns none if there is no such event.
 * @param no null for the event's next holding that is not over, which the overview shows
 */
export async function findEntries(
  db: Db,
  { providerId, customerId, contactId, right }: Caller,
  eventId: number,
  no: number | null
): Promise<CalendarEntry[]> {
  const self = mayChangeParticipant(right) ? null : contactId
  const { rows } = await sql<StoredEntry>`
    with booked as (
      select e.provider_id, e.event_id, e.no from events e
      where e.provider_id = ${providerId} and e.event_id = ${eventId}
        and (e.no = ${no}::int or ${no}::int is null and coalesce(e.to_date, e.from_date) >= ${today()})
        and exists (
          select from participations p
          where p.provider_id = e.provider_id and p.event_id = e.event_id and p.no = e.no and p.customer_id = ${customerId} and ${sql.raw(isBooked)}
            and (${self}::int is null or p.contact_id = ${self})
        )
      order by e.from_date, e.no limit 1
    )
    ${entries}
    join booked on booked.provider_id = e.provider_id and booked.event_id = e.event_id and booked.no = e.no
    order by day.day_no`.execute(db)
  return rows.flatMap(entryOf)
}

// SQL condition: the address is valid, because its login is unchanged. A person who gets another password because a
// stranger was in the account must not keep telling that stranger where to find them. If the user name changes, the
// database deletes the address.
const openFeed = sql`
  calendar_feeds feed
  join shop_users users on users.provider_id = feed.provider_id and users.contact_id = feed.contact_id and users.rights <> 0
    and users.password_hash is not distinct from feed.password_hash
  join contacts on contacts.provider_id = feed.provider_id and contacts.contact_id = feed.contact_id and contacts.active`

/** Finds the token of a person's address; null if there is none. */
export async function findOwnFeed(db: Db, { providerId, contactId }: PersonKey): Promise<string | null> {
  const { rows } = await sql<{ token: string }>`
    select feed.token from ${openFeed} where feed.provider_id = ${providerId} and feed.contact_id = ${contactId}`.execute(
    db
  )
  return rows[0]?.token ?? null
}

/**
 * Replaces an earlier address. Stores none if the contact is going to another customer: the change of the contact
 * deletes the address before it reaches the login, so both are locked, the contact first.
 */
export async function storeFeed(
  db: Db,
  { providerId, customerId, contactId }: Pick<Caller, 'providerId' | 'customerId' | 'contactId'>,
  token: string
): Promise<void> {
  await sql`
    insert into calendar_feeds (provider_id, contact_id, token, token_hash, password_hash)
    select users.provider_id, users.contact_id, ${token}, ${tokenHash(token)}::bytea, users.password_hash from contacts
    join shop_users users on users.provider_id = contacts.provider_id and users.contact_id = contacts.contact_id
    where contacts.provider_id = ${providerId} and contacts.customer_id = ${customerId} and contacts.contact_id = ${contactId}
    for share of contacts, users
    on conflict (provider_id, contact_id) do update set token = excluded.token, token_hash = excluded.token_hash,
      created_at = excluded.created_at, password_hash = excluded.password_hash`.execute(db)
}

/** @returns whether there was an address */
export async function deleteFeed(db: Db, { providerId, contactId }: PersonKey): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from calendar_feeds where provider_id = ${providerId} and contact_id = ${contactId}`.execute(db)
  return numAffectedRows > 0n
}

/**
 * Finds the days on which the owner of an address takes part in events, from a month ago on.
 * @param providerId the company of the shop under whose path the address is opened
 * @returns undefined for an address that does not exist in this shop, or if its owner may no longer log in
 */
export async function findFeed(
  db: Db,
  token: string,
  providerId?: number
): Promise<{ readonly owner: PersonKey; readonly entries: CalendarEntry[] } | undefined> {
  const { rows: owners } = await sql<PersonKey & { readonly customerId: number }>`
    select feed.provider_id as "providerId", contacts.customer_id as "customerId", feed.contact_id as "contactId" from ${openFeed}
    where feed.token_hash = ${tokenHash(token)} and feed.provider_id = coalesce(${providerId ?? null}, feed.provider_id)`.execute(
    db
  )
  const [owner] = owners
  if (!owner) return undefined
  const { rows } = await sql<StoredEntry>`
    ${entries}
    join participations p on p.provider_id = e.provider_id and p.event_id = e.event_id and p.no = e.no
    where p.provider_id = ${owner.providerId} and p.customer_id = ${owner.customerId} and p.contact_id = ${owner.contactId}
      and ${sql.raw(isBookedOncePerPerson)}
      and coalesce(day.date, e.to_date, e.from_date) > current_date - 31
    order by coalesce(day.date, e.from_date, e.to_date), day.starts, e.event_id, e.no, day.day_no`.execute(db)
  return { owner, entries: rows.flatMap(entryOf) }
}
