import { sql } from 'kysely'
import { type IsoDate, timeZone } from '@customer-center/contract/dates'
import { isBooked } from '../bookings/index.ts'
import type { Db } from '../platform/database/query.ts'
import catalogue from './catalogue.json' with { type: 'json' }
import { demoCompany } from './provider.ts'

/** Tells whether the database holds the demo shop, so that more demo data may be added. */
export async function holdsDemo(db: Db): Promise<boolean> {
  const { emailAddress } = catalogue.provider
  const { rows } = await sql`
    select from providers where provider_id = ${demoCompany} and email_address = ${emailAddress}`.execute(db)
  return rows.length > 0
}

export async function hasTables(db: Db): Promise<boolean> {
  const { rows } = await sql<{ isMade: boolean }>`
    select to_regclass('providers') is not null as "isMade"`.execute(db)
  return rows[0]?.isMade ?? false
}

/** Locks a number until the transaction ends. */
export async function lockDemo(trx: Db, lockNo: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockNo})`.execute(trx)
}

/** Counts the large companies by their customer numbers, which begin with 9. */
export async function countLargeCompanies(trx: Db): Promise<number> {
  const { rows } = await sql`select from customers where provider_id = ${demoCompany} and number like '9%'`.execute(trx)
  return rows.length
}

interface DemoCourse {
  readonly eventId: number
  readonly no: number
  readonly title: string
  readonly from: IsoDate
  readonly to: IsoDate
  readonly place: string
  readonly isOnline: boolean
  /** Net price for one participant in cents. */
  readonly price: number
}

/** Finds the next courses that have a price. */
export async function findCourses(db: Db): Promise<DemoCourse[]> {
  const { rows } = await sql<DemoCourse>`
    select e.event_id as "eventId", e.no, e.caption as title, e.from_date as "from", e.to_date as "to",
           e.location as place, e.product_type = 2 as "isOnline", (max(p.price) * 100)::int as price
    from events e
    join participations p on p.provider_id = e.provider_id and p.event_id = e.event_id and p.no = e.no
    where e.provider_id = ${demoCompany} and e.from_date > (now() at time zone ${timeZone})::date and p.price > 0
      and ${sql.raw(isBooked)}
    group by e.event_id, e.no, e.caption, e.from_date, e.to_date, e.location, e.product_type
    order by e.from_date, e.event_id limit 6`.execute(db)
  return rows
}

/** Records an earlier visit of everybody with a password, so that the next visit shows news. */
export async function insertVisits(trx: Db, day: IsoDate): Promise<void> {
  await sql`
    insert into visits (provider_id, contact_id, last_at)
    select provider_id, contact_id, (${day}::date + time '09:00') at time zone ${timeZone}
    from shop_users where password_hash is not null`.execute(trx)
}
