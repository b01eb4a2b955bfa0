import { Right } from '@customer-center/contract/rights'
import { today as todayInVienna } from '@customer-center/contract/dates'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../platform/database/tables.ts'
import type { Typesetter } from '../platform/typesetting/typesetter.ts'
import { hashPassword } from '../account/index.ts'
import type { Storage } from '../platform/storage/storage.ts'
import { type DemoAccount, demoPassword } from './accounts.ts'
import catalogue from './catalogue.json' with { type: 'json' }
import { fill } from './fill.ts'
import { company } from './people.ts'
import topics from './topics.json' with { type: 'json' }

export interface LargeCompany {
  readonly contacts: number
  /** Events, one each week back from today; all of them with the first ten contacts. */
  readonly events: number
  /** Scripts of each event. They share one PDF file. */
  readonly documentsPerEvent: number
}

const sharedKey = `${company}/script/shared.pdf`
const participantsOfEvent = 10

async function storeSharedFile(storage: Storage, letters: Typesetter) {
  const { questions: _, ...topic } = topics[0]!
  const event = { event: topic.title, date: todayInVienna(), location: catalogue.large.place }
  return storage.put(sharedKey, await letters.render('script', { ...topic, ...event }))
}

const lockNo = 20_417_002

function statements(
  base: number,
  place: number,
  size: LargeCompany,
  file: { sha256: string; size: number }
): RawBuilder<unknown>[] {
  const { contacts, events, documentsPerEvent } = size
  const id = base
  const { event, document, place: location } = catalogue.large
  const eventCaption = fill(event, { no: '%', title: topics[0]!.title })
  const eventId = sql`${90_000 + place}::int`
  return [
    sql`insert into persons (company, id, person_number, salutation, first_name, last_name, jobtitle, street, plz, place, email_address)
      select ${company}, ${base} + n, 'P' || (${base} + n), n % 2, 'Vorname' || n, 'Nachname' || lpad(n::text, 6, '0'), 'Fachkraft',
             'Ringstraße ' || n, '1010', 'Wien', 'person' || n || '@large' || ${place}::int || '.example' from generate_series(1, ${contacts}) n`,
    sql`insert into contacts (company, pvaid, id, contact_company, contact_id, sequence_number, active, display_email)
      select ${company}, ${base} + n, ${id}, ${company}, ${base} + n, n, n % 20 > 0 or n = 1, 'person' || n || '@large' || ${place}::int || '.example'
      from generate_series(1, ${contacts}) n`,
    sql`insert into events (company, event_id, no, caption, from_date, to_date, location, product_type)
      select ${company}, ${eventId}, n, replace(${eventCaption}, '%', n::text), current_date - 7 * n, current_date - 7 * n, ${location}, 1
      from generate_series(1, ${events}) n`,
    sql`insert into event_dates (company, event_id, no, day_no, date, starts, ends, hours)
      select ${company}, ${eventId}, n, 1, current_date - 7 * n, '09:00', '17:30', 7.5 from generate_series(1, ${events}) n`,
    sql`insert into participations (company, participant_id, id, pvaid, event_id, no, attended, hours)
      select ${company}, ${base} + (n - 1) * ${participantsOfEvent} + c, ${id}, ${base} + c, ${eventId}, n, true, 7.5
      from generate_series(1, ${events}) n, generate_series(1, ${Math.min(contacts, participantsOfEvent)}) c`,
    sql`insert into documents (company, document_id, kind, event_id, no, caption, file_name, storage_key, sha256, size_bytes, position)
      select ${company}, ${base} + (n - 1) * ${documentsPerEvent} + d, 'script', ${eventId}, n, replace(${fill(document, { no: '%' })}, '%', n || '.' || d),
             'Unterlage-' || n || '-' || d || '.pdf', ${sharedKey}, ${file.sha256}, ${file.size}, d
      from generate_series(1, ${events}) n, generate_series(1, ${documentsPerEvent}) d`
  ]
}

/**
 * Adds a customer of the wished size to the demo shop, written by PostgreSQL itself: 10,000 contacts take under a second.
 * @param size at least one contact; a call makes a new customer each time
 * @returns the account of its administrator
 */
export async function addLargeCompany(
  db: Kysely<Tables>,
  storage: Storage,
  letters: Typesetter,
  size: LargeCompany
): Promise<DemoAccount> {
  const file = await storeSharedFile(storage, letters)
  const password_hash = await hashPassword(demoPassword)
  return db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${lockNo})`.execute(transaction)
    const like = await transaction
      .selectFrom('customers')
      .select('number')
      .where('number', 'like', '9%')
      .where('company', '=', company)
      .execute()
    const place = like.length + 1
    // A range of numbers of its own for each: the demo shop's own lie below it.
    const base = 10_000_000 * place
    const customer = fill(catalogue.large.company, { no: place })
    const number = String(90_000 + place)
    const userName = `person1@large${place}.example`
    await transaction
      .insertInto('persons')
      .values({
        company,
        id: base,
        person_number: `P${base}`,
        salutation: 10,
        last_name: customer,
        street: 'Ringstraße 1',
        plz: '1010',
        place: 'Wien'
      })
      .execute()
    await transaction.insertInto('customers').values({ company, id: base, number }).execute()
    for (const statement of statements(base, place, size, file)) await statement.execute(transaction)
    const user = { company, pvaid: base + 1, id: base, email_address: userName, rights: Right.admin, password_hash }
    await transaction.insertInto('shop_users').values(user).execute()
    return { customerNumber: number, userName, password: demoPassword, right: 'admin', company: customer }
  })
}
