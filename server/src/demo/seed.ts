import { type IsoDate, today as todayInVienna } from '@customer-center/contract/dates'
import { hashPassword } from '../account/index.ts'
import { storeFiles } from '../bookings/index.ts'
import { findCompanies, insertProvider } from '../company/index.ts'
import type { Db } from '../platform/database/query.ts'
import type { Storage } from '../platform/storage/storage.ts'
import type { Typesetter } from '../platform/typesetting/typesetter.ts'
import type { ImportDefinition } from '../records/importing/import.ts'
import { importRows, type RowsByResource } from '../records/importing/run/import-rows.ts'
import { demoPassword, shopUserRows } from './accounts.ts'
import { demoBookings, orderRows, participationRows, webinarLinkRows } from './bookings.ts'
import { hasTables, insertVisits, lockDemo } from './demo.repository.ts'
import { type Draft, scriptDrafts, demoInvoices } from './drafts.ts'
import { demoEvents, eventDateRows, eventRows, addDays } from './events.ts'
import { contactRows, customerRows, invoiceAddressRows } from './people.ts'
import { demoCompany, providerRow, shopListRows } from './provider.ts'

const isEmpty = async (db: Db): Promise<boolean> => (await findCompanies(db)).length === 0

function shopOf(today: IsoDate, passwordHash: string): { rows: RowsByResource; drafts: readonly Draft[] } {
  const events = demoEvents(today)
  const bookings = demoBookings(events, today)
  const invoices = demoInvoices(bookings, today)
  return {
    rows: {
      provider: [providerRow],
      ...shopListRows(),
      customers: customerRows(),
      contacts: contactRows(),
      'shop-users': shopUserRows(passwordHash),
      'invoice-addresses': invoiceAddressRows(),
      events: eventRows(events),
      'event-dates': eventDateRows(events),
      orders: orderRows(bookings),
      participations: participationRows(bookings, today),
      invoices: invoices.map(({ row }) => row),
      'webinar-links': webinarLinkRows(bookings)
    },
    drafts: [...scriptDrafts(events, today), ...invoices.map(({ draft }) => draft)]
  }
}

interface MakeParts {
  readonly db: Db
  /** Starts the typesetter of the PDF files, only for an empty database; it is closed once they are rendered. */
  readonly openLetters: () => Promise<Typesetter>
  /** The day around which the events take place; default: today in Vienna. */
  readonly today?: IsoDate
}

/**
 * Makes the demo shop: three customers, their people, events, orders, and documents as real PDF files. The same day
 * gives the same rows, except for the salt of passwords. Writes nothing, so that the tables can be created at the same
 * time.
 * @returns undefined for a database that holds any provider
 */
export async function makeDemo({ db, openLetters, today = todayInVienna() }: MakeParts) {
  if ((await hasTables(db)) && !(await isEmpty(db))) return undefined
  const { rows, drafts } = shopOf(today, await hashPassword(demoPassword))
  const letters = await openLetters()
  const set = async ({ template, data, row }: Draft) => ({
    row,
    file: Buffer.from(await letters.render(template, data))
  })
  try {
    return { today, rows, documents: await Promise.all(drafts.map(set)) }
  } finally {
    await letters.close()
  }
}

// The number is arbitrary, but nothing else may lock it.
const seedLock = 20_417_001

interface SeedParts {
  readonly db: Db
  readonly storage: Storage
  readonly imports: readonly ImportDefinition[]
}

/**
 * Imports the demo shop into an empty database. Leaves a database that holds any provider unchanged. Writes in one
 * transaction; if two processes start at once, only one of them writes.
 * @param shop the result of `makeDemo`
 * @returns whether the import wrote anything
 */
export async function seedDemo(
  { db, storage, imports }: SeedParts,
  shop: Awaited<ReturnType<typeof makeDemo>>
): Promise<boolean> {
  if (!shop) return false
  return db.transaction().execute(async (trx) => {
    await lockDemo(trx, seedLock)
    if (!(await isEmpty(trx))) return false
    await insertProvider(trx, demoCompany, providerRow.name)
    const hashes = await storeFiles(
      trx,
      storage,
      demoCompany,
      shop.documents.map(({ file }) => file)
    )
    const documents = shop.documents.map(({ row }, index) => ({ ...row, sha256: hashes[index]! }))
    await importRows(trx, imports, demoCompany, { ...shop.rows, documents })
    await insertVisits(trx, addDays(shop.today, -5))
    return true
  })
}
