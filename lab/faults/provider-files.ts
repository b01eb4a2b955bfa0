import { createHash } from 'node:crypto'
import { createWriteStream, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { brokenRows, type Format, type BrokenRow } from './broken-rows.ts'

export interface Amounts {
  readonly customers: number
  readonly contacts: number
  readonly events: number
  readonly participations: number
  readonly invoices: number
  /** The number of different files of documents. */
  readonly files: number
}

export interface ProviderFiles {
  readonly rows: number
  /** Lines, counted from 1, that an import has to refuse, by the file's name. */
  readonly broken: Readonly<Record<string, readonly number[]>>
  /** The number of kinds of broken rows. */
  readonly kinds: number
}

/** One of so many rows is broken. */
const brokenEvery = 100

/** Makes a page with one line of text, which every reader of PDF shows. */
function pdfOf(text: string): Buffer {
  const stream = `BT /F1 12 Tf 72 770 Td (${text}) Tj ET`
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${stream.length}>>stream\n${stream}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>'
  ]
  let pdf = '%PDF-1.4\n'
  const places: number[] = []
  for (const [index, object] of objects.entries()) {
    places.push(pdf.length)
    pdf += `${index + 1} 0 obj${object}endobj\n`
  }
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  const start = pdf.length
  return Buffer.from(
    `${pdf}xref\n0 6\n0000000000 65535 f \n${table}trailer<</Size 6/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`
  )
}

const places = ['Wien', 'Köln', 'Sankt Pölten', 'Großgmain', 'Zürich']
const names = ['Müller', 'Öztürk', "O'Neill", 'von der Heide', 'Groß-Weiß']
const day = (n: number): string => new Date(Date.UTC(2025, 0, 1 + (n % 700))).toISOString().slice(0, 10)
const pick = (from: readonly string[], n: number): string => from[n % from.length] ?? ''

/** Makes the rows of each resource, all of them good. */
function rowsOf(amounts: Amounts, sha256s: readonly string[]): Record<string, (n: number) => BrokenRow> {
  return {
    customers: (n) => ({
      externalId: `K-${n}`,
      id: 1000 + n,
      number: String(50_000 + n),
      lastName: `Betrieb "${n}"; ${pick(places, n)} GmbH`,
      street: `Hauptstraße ${n}`,
      plz: String(1000 + (n % 9000)),
      place: pick(places, n)
    }),
    contacts: (n) => ({
      externalId: `P-${n}`,
      customer: `K-${n % amounts.customers}`,
      pvaid: 100_000 + n,
      // Customers and contacts share one series of numbers of persons.
      contactId: 1_000_000 + n,
      salutation: n % 2,
      firstName: 'Ana',
      lastName: pick(names, n),
      eMailAddress: `person${n}@betrieb${n % amounts.customers}.example`,
      active: n % 10 !== 0,
      newsletter: n % 3 === 0
    }),
    events: (n) => ({
      externalId: `V-${n}`,
      eventId: 1 + n,
      no: 1,
      caption: `Seminar ${n}: Änderungen`,
      fromDate: day(n),
      toDate: day(n),
      location: pick(places, n),
      productType: 1,
      videoOnDemand: false
    }),
    'event-dates': (n) => ({ event: `V-${n}`, dayNo: 1, date: day(n), starts: '09:00', ends: '17:00', hours: 7.5 }),
    participations: (n) => ({
      externalId: `T-${n}`,
      contact: `P-${n % amounts.contacts}`,
      event: `V-${Math.floor(n / amounts.contacts) * 7 + (n % 7)}`,
      participantId: 1 + n,
      attended: n % 5 !== 0,
      hours: 7.5,
      price: 1234.5
    }),
    documents: (n) => ({
      externalId: `D-${n}`,
      documentId: 1 + n,
      kind: 'invoice',
      customer: `K-${n % amounts.customers}`,
      caption: `Rechnung ${n}`,
      fileName: `Rechnung ${n}.pdf`,
      sha256: pick(sha256s, n),
      addedAt: '2026-01-31T09:00:00Z'
    }),
    invoices: (n) => ({
      externalId: `R-${n}`,
      customer: `K-${n % amounts.customers}`,
      controlNo: 1 + n,
      no: `2026/${n}`,
      date: day(n),
      document: `D-${n}`,
      amount: 1234.5,
      currency: 'EUR',
      dueDate: day(n + 14),
      isPaid: n % 2 === 0
    })
  }
}

/**
 * Copies a row with another name and without numbers, which are assigned: the copy is good as well, so that only the
 * fault put into it is refused.
 */
function newRow(row: BrokenRow, n: number): BrokenRow {
  const numbers = ['id', 'number', 'pvaid', 'contactId', 'eventId', 'participantId', 'documentId', 'controlNo']
  const left = Object.entries(row).filter(([name]) => !numbers.includes(name))
  return Object.fromEntries(left.map(([name, value]) => [name, name === 'externalId' ? `neu-${n}` : value]))
}

const isDay = /^(\d{4})-(\d\d)-(\d\d)$/

/** Formats a value as a German spreadsheet shows it. */
function cellOf(value: BrokenRow[string]): string {
  if (typeof value === 'boolean') return value ? 'WAHR' : 'FALSCH'
  const text = typeof value === 'number' ? String(value).replace('.', ',') : value.replace(isDay, '$3.$2.$1')
  return /[";\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * Writes the files of a provider that has nothing to do with the demo, one row in a hundred of them broken, in each of
 * its kinds. The code knows only docs/PROVIDER.md, as a provider does.
 * @param folder gets one file for each resource, and `files`
 */
export async function writeProviderFiles(folder: string, amounts: Amounts, format: Format): Promise<ProviderFiles> {
  mkdirSync(join(folder, 'files'), { recursive: true })
  const sha256s = Array.from({ length: amounts.files }, (_, n) => {
    const pdf = pdfOf(`Rechnung ${n}`)
    writeFileSync(join(folder, 'files', `rechnung-${n}.pdf`), pdf)
    return createHash('sha256').update(pdf).digest('hex')
  })
  const counts: Record<string, number> = {
    ...amounts,
    'event-dates': amounts.events,
    documents: amounts.invoices
  }
  const broken: Record<string, number[]> = {}
  let rows = 0
  for (const [resource, rowOf] of Object.entries(rowsOf(amounts, sha256s))) {
    const file = `${resource}.${format}`
    const columns = Object.keys(rowOf(0))
    const kinds = brokenRows(resource, format)
    const lines: number[] = []
    function* written(): Generator<Buffer> {
      const encoding = format === 'csv' ? 'latin1' : 'utf8'
      let line = 0
      const put = (text: string): Buffer => {
        line += 1
        return Buffer.from(`${text}\n`, encoding)
      }
      const write = (row: BrokenRow): string =>
        format === 'csv' ? columns.map((name) => cellOf(row[name] ?? '')).join(';') : JSON.stringify(row)
      if (format === 'csv') yield put(columns.join(';'))
      // Each kind comes at least once, however few rows there are.
      const count = Math.max(counts[resource] ?? 0, kinds.length)
      for (let n = 0; n < (counts[resource] ?? 0); n += 1) yield put(write(rowOf(n)))
      for (let n = 0; n < Math.max(kinds.length, Math.floor(count / brokenEvery)); n += 1) {
        const breaks = kinds[n % kinds.length]
        if (!breaks) break
        const row = breaks(newRow(rowOf(n), n))
        yield put(typeof row === 'string' ? row : write(row))
        lines.push(line)
      }
      rows += line - lines.length - (format === 'csv' ? 1 : 0)
    }
    await pipeline(Readable.from(written()), createWriteStream(join(folder, file)))
    broken[file] = lines
  }
  const kinds = Object.keys(counts).reduce((sum, resource) => sum + brokenRows(resource, format).length, 0)
  return { rows, broken, kinds }
}
