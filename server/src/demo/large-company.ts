import { type IsoDate, today as todayInVienna } from '@customer-center/contract/dates'
import { Right } from '@customer-center/contract/rights'
import { hashPassword } from '../account/index.ts'
import { storeFiles } from '../bookings/index.ts'
import type { Db } from '../platform/database/query.ts'
import { fillText } from '../platform/lib/fill-text.ts'
import type { Storage } from '../platform/storage/storage.ts'
import type { Typesetter } from '../platform/typesetting/typesetter.ts'
import type { ImportDefinition } from '../records/importing/import.ts'
import { importRows, type ResourceRow, type RowsByResource } from '../records/importing/run/import-rows.ts'
import { type DemoAccount, demoPassword } from './accounts.ts'
import catalogue from './catalogue.json' with { type: 'json' }
import { countLargeCompanies, lockDemo } from './demo.repository.ts'
import { addDays } from './events.ts'
import { demoCompany } from './provider.ts'
import topics from './topics.json' with { type: 'json' }

export interface LargeCompany {
  readonly contacts: number
  /** The number of events: one in each past week, all with the first ten contacts. */
  readonly events: number
  /** The number of scripts of each event. They share one PDF file. */
  readonly documentsPerEvent: number
}

const participantsOfEvent = 10

function renderScript(letters: Typesetter, today: IsoDate) {
  const { questions: _, ...topic } = topics[0]!
  return letters.render('script', { ...topic, event: topic.title, date: today, location: catalogue.large.place })
}

/** Yields the rows with the numbers 1 to `count`, and makes each row only when it is read. */
function* series<Made>(count: number, make: (no: number) => Made): Generator<Made, void> {
  for (let no = 1; no <= count; no++) yield make(no)
}

function* pairs<Made>(
  first: number,
  second: number,
  make: (one: number, other: number) => Made
): Generator<Made, void> {
  for (let one = 1; one <= first; one++) yield* series(second, (other) => make(one, other))
}

interface CompanyPlace {
  /** The base of all numbers of the company; the demo shop's own numbers are lower. */
  readonly base: number
  readonly number: string
  readonly place: number
  readonly sha256: string
  readonly today: IsoDate
}

const firstNameOf = (no: number) => `Vorname${no}`
/** The order of the addresses differs from that of the names, as in real data. */
const emailOf = (place: number, no: number) =>
  `person${String(no).split('').toReversed().join('')}@large${place}.example`

const contactsOf = (count: number, { base, number, place }: CompanyPlace) =>
  series(count, (no) => ({
    externalId: String(base + no),
    customer: number,
    contactNo: base + no,
    personNo: base + no,
    sequenceNumber: no,
    salutation: no % 2,
    firstName: firstNameOf(no),
    lastName: `Nachname${String(no).padStart(6, '0')}`,
    jobtitle: 'Fachkraft',
    personNumber: `P${base + no}`,
    street: `Ringstraße ${no}`,
    plz: '1010',
    place: 'Wien',
    eMailAddress: emailOf(place, no),
    displayEmail: emailOf(place, no),
    active: no % 20 > 0
  }))

/** Makes all rows but the customer and its shop user. */
function largeCompanyRows(size: LargeCompany, companyPlace: CompanyPlace): RowsByResource {
  const { base, place, sha256, today } = companyPlace
  const { contacts, events, documentsPerEvent } = size
  const { event, document, place: location } = catalogue.large
  const eventId = 90_000 + place
  const eventKey = (no: number) => `${eventId}-${no}`
  const dayOf = (no: number) => addDays(today, -7 * no)
  return {
    contacts: contactsOf(contacts, companyPlace),
    events: series(events, (no) => ({
      externalId: eventKey(no),
      eventId,
      no,
      caption: fillText(event, { no: String(no), title: topics[0]!.title }),
      fromDate: dayOf(no),
      toDate: dayOf(no),
      location
    })),
    'event-dates': series(events, (no) => ({
      event: eventKey(no),
      dayNo: 1,
      date: dayOf(no),
      starts: '09:00',
      ends: '17:30',
      hours: 7.5
    })),
    participations: pairs(events, Math.min(contacts, participantsOfEvent), (no, participant) => {
      const participantId = base + (no - 1) * participantsOfEvent + participant
      return {
        externalId: String(participantId),
        contact: String(base + participant),
        event: eventKey(no),
        participantId,
        attended: true,
        hours: 7.5
      }
    }),
    documents: pairs(events, documentsPerEvent, (no, position) => {
      const documentId = base + (no - 1) * documentsPerEvent + position
      return {
        externalId: String(documentId),
        documentId,
        kind: 'script',
        event: eventKey(no),
        caption: fillText(document, { no: `${no}.${position}` }),
        fileName: `Unterlage-${no}-${position}.pdf`,
        sha256,
        position
      }
    })
  }
}

const lockNo = 20_417_002

interface CompanyParts {
  readonly db: Db
  readonly storage: Storage
  readonly imports: readonly ImportDefinition[]
  readonly letters: Typesetter
}

/**
 * Imports a customer of the requested size into the demo shop, in one transaction.
 * @param size at least one contact; each call makes a new customer
 * @returns the account of its administrator
 */
export async function addLargeCompany(
  { db, storage, imports, letters }: CompanyParts,
  size: LargeCompany
): Promise<DemoAccount> {
  const today = todayInVienna()
  const file = Buffer.from(await renderScript(letters, today))
  const passwordHash = await hashPassword(demoPassword)
  return db.transaction().execute(async (trx) => {
    await lockDemo(trx, lockNo)
    const place = (await countLargeCompanies(trx)) + 1
    const base = 10_000_000 * place
    const number = String(90_000 + place)
    const name = fillText(catalogue.large.company, { no: String(place) })
    const customer: ResourceRow<'customers'> = {
      externalId: number,
      customerNo: base,
      number,
      lastName: name,
      street: 'Ringstraße 1',
      plz: '1010',
      place: 'Wien',
      personNumber: `P${base}`
    }
    const emailAddress = emailOf(place, 1)
    const [sha256 = ''] = await storeFiles(trx, storage, demoCompany, [file])
    await importRows(trx, imports, demoCompany, {
      ...largeCompanyRows(size, { base, number, place, today, sha256 }),
      customers: [customer],
      'shop-users': [{ contact: String(base + 1), emailAddress, rights: Right.admin, passwordHash }]
    })
    return {
      customerNumber: number,
      userName: emailAddress,
      password: demoPassword,
      right: 'admin',
      company: name,
      firstName: firstNameOf(1)
    }
  })
}
