import { type IsoDate, today as todayInVienna } from '@customer-center/contract/dates'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../platform/database/tables.ts'
import type { Typesetter } from '../platform/typesetting/typesetter.ts'
import type { Storage } from '../platform/storage/storage.ts'
import { demoBookings, orderRows, participationRows } from './bookings.ts'
import catalogue from './catalogue.json' with { type: 'json' }
import { demoEvents, eventDateRows, eventRows } from './events.ts'
import { insertTables, type TableRows } from './insert.ts'
import { demoInvoices } from './invoice-drafts.ts'
import { company, contactRows, customerRows, invoiceAddressRows, personRows } from './people.ts'
import { providerRow } from './provider.ts'
import { scriptDrafts } from './script-drafts.ts'
import { evaluationRows, eventModelRows, fieldDescriptorRows, letterRows, possibleValueRows } from './shop-lists.ts'
import { shopUserRows } from './shop-users.ts'
import { storeDocument } from './stored-document.ts'
import { webinarLinkRows } from './webinars.ts'

export interface SeedParts {
  readonly db: Kysely<Tables>
  readonly storage: Storage
  /** Starts what sets the PDF files; asked only when there is something to seed, and closed by the seed. */
  readonly openLetters: () => Promise<Typesetter>
  /** The day around which the events lie; default: today in Vienna. */
  readonly today?: IsoDate
}

async function isEmpty(db: Kysely<Tables>): Promise<boolean> {
  return (await db.selectFrom('providers').select('company').limit(1).execute()).length === 0
}

/** Whether the database holds the demo shop, and so may be given more of it. */
export async function holdsDemo(db: Kysely<Tables>): Promise<boolean> {
  const { email_address } = catalogue.provider
  const provider = db.selectFrom('providers').select('name').where('company', '=', company)
  return (await provider.where('email_address', '=', email_address).execute()).length > 0
}

/** All rows of the demo shop, their files stored: files first, because a row without its file could not be opened. */
async function demoRows(storage: Storage, letters: Typesetter, today: IsoDate): Promise<TableRows> {
  const events = demoEvents(today)
  const bookings = demoBookings(events, today)
  const invoices = demoInvoices(bookings, today)
  const drafts = [...scriptDrafts(events, today), ...invoices.map(({ draft }) => draft)]
  return {
    providers: [providerRow],
    persons: personRows(),
    customers: customerRows(),
    contacts: contactRows(),
    shop_users: await shopUserRows(),
    invoice_addresses: invoiceAddressRows(),
    field_descriptors: fieldDescriptorRows(),
    possible_values: possibleValueRows(),
    event_models: eventModelRows(),
    events: eventRows(events),
    event_dates: eventDateRows(events),
    orders: orderRows(bookings),
    participations: participationRows(bookings, today),
    documents: await Promise.all(drafts.map((draft) => storeDocument(letters, storage, draft))),
    invoices: invoices.map(({ row }) => row),
    webinar_links: webinarLinkRows(bookings),
    evaluations: evaluationRows(),
    letters: letterRows()
  }
}

// Any number that nothing else locks.
const seedLock = 20_417_001

/**
 * Fills an empty database with the demo shop: three customers, their people, events, orders, and documents as real PDF files.
 * A database that holds any provider is left as it is. All or nothing; of two processes that start at once one writes.
 * The same day gives the same rows, but for keys and the salts of passwords.
 * @returns whether it wrote anything
 */
export async function seedDemo({ db, storage, openLetters, today = todayInVienna() }: SeedParts): Promise<boolean> {
  if (!(await isEmpty(db))) return false
  const letters = await openLetters()
  let rows: TableRows
  try {
    rows = await demoRows(storage, letters, today)
  } finally {
    await letters.close()
  }
  return db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${seedLock})`.execute(transaction)
    if (!(await isEmpty(transaction))) return false
    await insertTables(transaction, rows)
    return true
  })
}
