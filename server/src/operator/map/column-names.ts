import type { ImportField } from '@customer-center/contract/import-field'
import {
  importResource,
  importResourceNames,
  type ImportResourceName
} from '@customer-center/contract/import/resources'
import { plainTitle } from '@customer-center/contract/input-patterns'
import { fieldName, noDescription } from '../../records/saving/field-name.ts'

/** Members that give access: a column is proposed for them only if it has exactly their name. */
const guarded: Readonly<Record<string, readonly string[]>> = {
  rights: [],
  active: ['Aktiv', 'AKTIV'],
  passwordHash: []
}

/** Words and abbreviations at the beginning of file names of German programs. */
const fileWords: Partial<Record<ImportResourceName, string>> = {
  customers: 'kunde kd debi firma firmen',
  contacts: 'kont ansp teiln person',
  'invoice-addresses': 'rechadr rechnungsadr radr rgadr',
  events: 'sem kurs veranst event',
  'event-dates': 'termin seminartag kurstag',
  orders: 'auftrag bestell',
  participations: 'buch anmeld teilnahme',
  invoices: 'rech rg faktur'
}

/** Prefixes of titles that distinguish the parts of a joined file: `KDSTR`, `TNNAM`, `SEMVON`. */
const prefixes: Partial<Record<ImportResourceName, string>> = {
  customers: 'kd kun deb',
  contacts: 'tn kon asp',
  'invoice-addresses': 're ra',
  events: 'sem kurs',
  participations: 'bu'
}

/** Titles of numbers: a row's own number, and those of referenced rows. */
const numbers = {
  customer: 'kdnr kundennr kndnr debnr debinr debitornr debitorennr kundenid',
  contact: 'konid kontnr kontaktnr kontaktid ansprnr ansprechpartnernr teilnehmernr tnnr personennr',
  event: 'semnr seminarnr kursnr veranstaltungsnr vanr',
  order: 'auftragsnr aufnr bestellnr'
}

/** Usual titles in German programs for members of any resource, besides the fields' names and labels. */
const usual: Readonly<Record<string, string>> = {
  ...numbers,
  firstName: 'vorn vname vnam vna',
  lastName: 'nachn nname nnam nam zuname familienname',
  salutation: 'anr',
  title: 'tit',
  street: 'str adresse',
  plz: 'postleitzahl',
  place: 'stadt wohnort',
  phoneNumber: 'tel telnr telefonnr telz teldw',
  teleFax: 'faxnr telefaxnr',
  jobtitle: 'funkt funktion fkt position pos',
  eMailAddress: 'mail eml emailadresse',
  emailAddress: 'mail eml emailadresse',
  uidNr: 'uid ustid ustidnr',
  homePage: 'web www internet',
  newsletter: 'nl',
  price: 'preis pr',
  hours: 'stunden std'
}

/** The same, of one resource. */
const special: Partial<Record<ImportResourceName, Readonly<Record<string, string>>>> = {
  customers: {
    number: numbers.customer,
    lastName: 'name name1 firma firmenname fanam1 na1',
    additionalName: 'name2 fanam2 na2'
  },
  contacts: { externalId: numbers.contact },
  'invoice-addresses': { externalId: 'ranr radrnr rechadrnr', name: 'name1 bez firma na' },
  events: {
    externalId: numbers.event,
    caption: 'bez bezeichnung titel thema seminar',
    fromDate: 'von datvon beginn beg start',
    toDate: 'bis datbis ende',
    location: 'ort vort veranstaltungsort',
    state: 'stat status'
  },
  orders: { externalId: numbers.order },
  participations: {
    externalId: 'bunr buchnr buchungsnr anmeldenr',
    state: 'stat status',
    attended: 'teilgenommen teiln'
  },
  invoices: {
    no: 'renr rnr rgnr rechnungsnr rechnr belegnr',
    date: 'redat rdat rgdat rechnungsdatum belegdatum datum',
    amount: 'betrag brutto betrbr betrb rgbetr rechnungsbetrag',
    currency: 'whg waehrung wkz',
    dueDate: 'faell faellig faelldat faelligkeit faelligam',
    isPaid: 'bezahlt bez',
    paymentReference: 'zahlungsreferenz verwendungszweck'
  }
}

/**
 * Columns that mean something other than a member, or give a right: the operator is asked about them, and they are
 * never placed.
 */
const asked = ['state', 'attended']

/** Returns the possible titles of a member: its name, its code and its label. */
function titlesOf(name: string, code: string | null): string[] {
  if (code === null) return [plainTitle(name)]
  const label = fieldName(code)
  return [name, code, code.replace(/^[A-Z]+_/, ''), ...(label === noDescription ? [] : [label])].map(plainTitle)
}

/**
 * Way in which a title names a member: by the member's own names, by a usual title, or by either after the prefix of a
 * joined file; or as a question, since the values have another meaning or give a right.
 */
export type Likeness = 'own' | 'usual' | 'prefixed' | 'asked'

export interface NamedMember {
  readonly resource: ImportResourceName
  readonly name: string
  readonly field: ImportField
  readonly likeness: (title: string) => Likeness | undefined
}

export const namedMembers: readonly NamedMember[] = importResourceNames.flatMap((resource) =>
  Object.entries(importResource(resource).fields).map(([name, field]): NamedMember => {
    const own = titlesOf(name, field.code)
    const others = `${usual[name] ?? ''} ${special[resource]?.[name] ?? ''}`.split(' ').filter((word) => word !== '')
    const exact = guarded[name] ?? (field.secret ? [] : undefined)
    const begins = prefixes[resource]?.split(' ') ?? []
    const likeness = (given: string): Likeness | undefined => {
      const title = plainTitle(given)
      if (exact) return [name, field.code, ...exact].includes(given) ? 'own' : undefined
      if (title === '') return undefined
      if (given === name || given === field.code) return 'own'
      const isPrefixed = begins.some(
        (begin) => title.startsWith(begin) && [...own, ...others].includes(title.slice(begin.length))
      )
      const found = own.includes(title) ? 'own' : others.includes(title) ? 'usual' : isPrefixed ? 'prefixed' : undefined
      return found !== undefined && asked.includes(name) ? 'asked' : found
    }
    return { resource, name, field, likeness }
  })
)

/** Returns the resource in the name of a file: `contacts-2026.csv`, `tblRechAdr.csv`, `DEBI_WIEN.CSV`. */
export function resourceOfName(file: string): ImportResourceName | undefined {
  const name = plainTitle(file.replace(/\.\w+$/, '')).replace(/^(?:tbl|tab|export)/, '')
  const words = importResourceNames.flatMap((resource) =>
    [plainTitle(resource), ...(fileWords[resource]?.split(' ') ?? [])].map((word) => ({ resource, word }))
  )
  const fits = words.filter(({ word }) => name.startsWith(word))
  return fits.toSorted((a, b) => b.word.length - a.word.length)[0]?.resource
}
