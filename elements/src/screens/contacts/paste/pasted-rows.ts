import Papa from 'papaparse'
import { plainTitle } from '@customer-center/contract/input-patterns'
import type { ContactFieldName } from '../detail/contact-validators.ts'

/** A column that a form could have, with all titles that a table may give it. */
export interface KnownColumn {
  readonly name: ContactFieldName
  readonly titles: readonly string[]
}

export interface PastedTable {
  /** Our names of the columns that were recognised, in the order of the table. */
  readonly columns: readonly ContactFieldName[]
  /** The titles of all others. */
  readonly ignored: readonly string[]
  /** Whether the table had no titles, so that the names are proposals. */
  readonly isProposed: boolean
  readonly rows: readonly PastedRow[]
}

export interface PastedRow {
  /** The line in the table, counted from 1, the titles and empty ones included. */
  readonly line: number
  readonly cells: Readonly<Record<string, string>>
}

/**
 * Reads a table that a spreadsheet copies (tabs) or saves (CSV with semicolons or commas), whose first row has the
 * titles of its columns. Null if none of them is known, or a quotation mark is never closed.
 */
export function readPastedTable(text: string, known: readonly KnownColumn[]): PastedTable | null {
  const columnName = (title: string) =>
    known.find((one) => one.titles.map(plainTitle).includes(plainTitle(title)))?.name ?? null
  // The separator is not papaparse's guess, which fails if rows differ in length.
  const recognised = ['\t', ';', ','].map((delimiter) => ({
    delimiter,
    count: Papa.parse<string[]>(text.trim(), { delimiter, preview: 1 }).data.flat().filter(columnName).length
  }))
  const { delimiter } = recognised.reduce((best, one) => (one.count > best.count ? one : best))
  const { data, errors } = Papa.parse<string[]>(text, { delimiter })
  // papaparse would skip empty lines without counting them.
  const [head, ...rows] = data
    .map((cells, index) => ({ line: index + 1, cells }))
    .filter(({ cells }) => cells.join('').trim() !== '')
  const titles = head?.cells ?? []
  const names = titles.map(columnName)
  // The first of two columns with the same title counts.
  const taken = names.map((name, index) => (names.indexOf(name) === index ? name : null))
  const columns = taken.filter((name) => name !== null)
  if (columns.length === 0 || errors.some(({ type }) => type === 'Quotes')) return null
  return {
    isProposed: false,
    columns,
    ignored: titles.filter((title, index) => taken[index] === null && title.trim() !== ''),
    rows: rows.map(({ line, cells }) => ({
      line,
      cells: Object.fromEntries(
        taken.flatMap((name, column) => (name === null ? [] : [[name, textOf(cells[column] ?? '')]]))
      )
    }))
  }
}

/**
 * Pattern of an address with a name, if there is one, as mail programs write them. Lists are also separated by commas,
 * which a name may contain, with quotation marks or without: the text after a comma is a new entry only if an address
 * precedes the comma. No library reads such lists: the parsers for headers of mails take one separator, and a comma for
 * one.
 */
const pastedAddress =
  /(?:((?:"(?:[^"\\]|\\.)*"|[^"<@;\n\t])*|[^\s"<;,]+\s*)<\s*([^\s<>@]+@[^\s<>@]+)\s*>|([^\s"<>;,@]+@[^\s"<>;,@]+))[\s;,]*/gy

/** Reads addresses with their names; null if the text has anything else. */
function addressesIn(text: string) {
  const entries = [...text.matchAll(pastedAddress)]
  if (text === '' || entries.map(([entry]) => entry).join('') !== text) return null
  return entries.map(([, name = '', named, alone]) => {
    const plain = name
      .replaceAll(/["\\]/g, '')
      .trim()
      .replace(/^'(.*)'$/, '$1')
    return { address: named ?? alone ?? '', name: plain }
  })
}

const titleFields = ['title', 'postNominalTitle'] as const
type TitleField = (typeof titleFields)[number]

/** A person as a line of text names one: the names are a proposal. */
interface NamedPerson extends Readonly<Record<TitleField, string>> {
  readonly address: string
  readonly salutation: string
  readonly firstName: string
  readonly lastName: string
  /** Other texts in the line. */
  readonly others: readonly string[]
}

/** Reads a line without titles: an address, salutation and names, in cells or between blanks. */
function personIn(line: string, salutations: readonly string[]): NamedPerson {
  const delimiter = ['\t', ';', ','].find((sign) => line.includes(sign)) ?? ' '
  const { data, errors } = Papa.parse<string[]>(line, { delimiter })
  const cells = errors.length > 0 ? line.replaceAll('"', '').split(delimiter) : data.flat()
  const parts = cells.flatMap((cell) => (cell.includes('@') ? cell.trim().split(/\s+/) : [textOf(cell)]))
  const addresses = parts.filter((part) => part.includes('@'))
  // A text without a blank and an at sign, but with a dot, is a mistyped address.
  const isMistyped = addresses.length > 1 || (addresses.length === 0 && line.includes('.') && !/[\s;,]/.test(line))
  if (isMistyped) return { ...personOf([], '', salutations), address: line }
  const texts = parts.filter((part) => !part.includes('@'))
  const address = addresses.join('').replace(/^<(.*)>$/, '$1')
  return personOf(delimiter === ' ' ? [texts.join(' ')] : texts, address, salutations)
}

/** Reads the texts beside an address: a first and a last name, or one text with both. */
function personOf(texts: readonly string[], address: string, salutations: readonly string[]): NamedPerson {
  const read = texts.map((text) => partsOf(text, salutations))
  const all = (part: keyof ReturnType<typeof partsOf>) => read.map((one) => one[part]).filter((found) => found !== '')
  const [first = '', last = '', ...more] = all('name')
  return {
    address,
    salutation: all('salutation')[0] ?? '',
    title: all('title').join(' '),
    postNominalTitle: all('postNominalTitle').join(' '),
    ...(last === '' ? divided(first, address) : { firstName: first, lastName: last }),
    others: [...all('number'), ...more]
  }
}

/** Titles before a name as they are written in Austria: `E.` is an initial, `Di` and `Ing-Marie` are names. */
const titles =
  /(^|,)\s*((?:(?:M?Mag|D{1,2}r|DI|Dkfm|Dipl|Ing|Päd|Prof|Univ|Priv|Doz|KommR)(?![\p{L}-])(?:[.\-ª\p{Ll}]|\s?\(FH\)|\s\p{Ll}{2,}\.)*[\s,]*)+)/gu

/** Titles behind a name: `MA 48` is an office. */
const postNominalTitles =
  /(,\s*|\s)((?:B\.?(?:A|Sc|Ed)|M\.?(?:A|Sc|BA|AS|Ed)|LL\.?[BM]|Ph\.?D|Bakk)(?![\p{L}-]|\s\d)[^\s,]*)/gu

/**
 * Takes the number of a line, salutation and titles out of a name: otherwise they would become a part of the name, on
 * confirmations too.
 */
function partsOf(text: string, salutations: readonly string[]) {
  const words = text.split(/\s+/)
  const found = words.findIndex((word) => /\p{L}/u.test(word))
  const start = found === -1 ? words.length : found
  const before = words.slice(0, start).join(' ')
  const salutation = [words[start] ?? ''].find((word) => salutations.includes(word.toLowerCase())) ?? ''
  const name = words.slice(salutation === '' ? start : start + 1).join(' ')
  const all = (pattern: RegExp) =>
    [...name.matchAll(pattern)].map(([, , title = '']) => title.replaceAll(/[\s,]+/g, ' ').trim()).join(' ')
  return {
    number: /\d/.test(before) ? before : '',
    salutation,
    title: all(titles),
    postNominalTitle: all(postNominalTitles),
    name: name.replaceAll(postNominalTitles, '').replaceAll(titles, '$1 ').trim().replace(/,$/, '')
  }
}

// A text in quotation marks, or from a bracket to the next blank, stays together.
const betweenSemicolons = /(?:"(?:[^"\\]|\\.)*"?|<[^<>\s]*>?|[^";<])+/g
const betweenCommas = /(?:"(?:[^"\\]|\\.)*"?|<[^<>\s]*>?|[^",<])+/g

/**
 * Divides a line with several addresses, one of which has a fault, so that it does not hold back the others. A row of a
 * spreadsheet, and a line with mostly other texts, are a person with two addresses, and stay whole.
 */
function piecesIn(line: string): string[] {
  if (!hasSeveral(line) || line.includes('\t')) return [line]
  const pieces = trimmed(line, betweenSemicolons).flatMap((piece) => (hasSeveral(piece) ? entriesIn(piece) : [piece]))
  const found = pieces.filter((piece) => piece.includes('@')).length
  return found * 2 > pieces.length ? pieces : [line]
}

/** Divides at commas, except within a name without quotation marks: `Huber, Anna <…>`. */
function entriesIn(piece: string): string[] {
  const parts = trimmed(piece, betweenCommas)
  const isSurname = (index: number) =>
    parts[index]?.includes('@') === false && /^[^<]+<[^@]*@/.test(parts[index + 1] ?? '')
  return parts.flatMap((part, index) => {
    if (isSurname(index)) return []
    return isSurname(index - 1) ? [`${parts[index - 1]}, ${part}`] : [part]
  })
}

function hasSeveral(text: string): boolean {
  return text.indexOf('@') !== text.lastIndexOf('@')
}

function trimmed(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([piece]) => piece.trim()).filter((piece) => piece !== '')
}

/**
 * Limit of a line, in characters. A longer line is no person but some other text, which nobody could correct in the
 * preview.
 */
const longestLine = 1000

/**
 * Reads people line by line. If most lines have an address, a line without one is a mistake, which the preview shows.
 */
function peopleInLines(text: string, salutations: readonly string[]): NamedPerson[] | null {
  const read = (piece: string) => peopleIn(addressesIn(piece), salutations)
  const lines = text.split(/[\r\n]+/).map((line) => line.trim())
  if (lines.some((line) => line.length > longestLine && read(line) === null)) return null
  const people = lines.flatMap(
    (line) => read(line) ?? piecesIn(line).flatMap((piece) => read(piece) ?? [personIn(piece, salutations)])
  )
  const found = people.filter(({ address }) => address.includes('@')).length
  return found * 2 <= people.length ? null : people
}

function peopleIn(entries: ReturnType<typeof addressesIn>, salutations: readonly string[]): NamedPerson[] | null {
  return entries?.map(({ address, name }) => personOf([name], address, salutations)) ?? null
}

/**
 * Reads lines without titles: e-mail addresses, each alone or with a name (`Anna Huber <anna.huber@firma.at>`, `"Huber, Anna" <…>`,
 * `Frau;Anna;Huber;anna@firma.at`), and proposes the names of their owners. Null if most lines have no address.
 *
 * @param email the form's field for the address
 * @param salutations the shop's, in any spelling
 * @param fields those for titles that the shop has
 */
export function readPastedAddresses(
  text: string,
  email: ContactFieldName,
  salutations: readonly string[] = [],
  fields: readonly TitleField[] = []
): PastedTable | null {
  const source = text.trim()
  const known = salutations.map((one) => one.toLowerCase())
  const people = peopleIn(addressesIn(source), known) ?? peopleInLines(source, known)
  if (!people) return null
  const named = ['salutation' as const, ...fields]
  const lost = titleFields.filter((name) => !fields.includes(name))
  const ignored = people.flatMap((person) => [...lost.map((name) => person[name]), ...person.others])
  return {
    isProposed: true,
    columns: [email, 'firstName', 'lastName', ...named.filter((name) => people.every((person) => person[name]))],
    ignored: [...new Set(ignored)].filter((one) => one !== ''),
    rows: people.map((person, index) => {
      const given = named.flatMap((name) => (person[name] ? [[name, person[name]] as const] : []))
      const { address, firstName, lastName } = person
      return { line: index + 1, cells: { [email]: address, firstName, lastName, ...Object.fromEntries(given) } }
    })
  }
}

/** Divides a name, `Anna Huber` or `Huber, Anna`; without a name, the one in the address. */
function divided(given: string, address: string): { firstName: string; lastName: string } {
  const name = given.includes('@') ? '' : given
  const comma = name.indexOf(',')
  if (comma > 0) return { firstName: name.slice(comma + 1).trim(), lastName: name.slice(0, comma).trim() }
  const whole = name || nameIn(address)
  const end = whole.lastIndexOf(' ')
  return { firstName: whole.slice(0, Math.max(end, 0)), lastName: whole.slice(end + 1) }
}

/** Returns the name in an address: `anna-lena.huber2@firma.at` is Anna-Lena Huber's; an initial is no name. */
function nameIn(address: string): string {
  const words = address
    .slice(0, Math.max(address.indexOf('@'), 0))
    .replaceAll(/\d/g, '')
    .split(/[._]/)
  const capitalised = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1)
  return words
    .filter((word) => word.length > 1)
    .map((word) => word.split('-').map(capitalised).join('-'))
    .join(' ')
}

/** Removes the apostrophe with which a file for spreadsheets, ours among them, keeps a text from being a formula. */
function textOf(cell: string): string {
  return cell.trim().replace(/^'(?=[=+\-@])/, '')
}

/**
 * Decodes a text file as spreadsheets save it: UTF-8 or UTF-16 with their mark, UTF-8 without it, else Windows-1252, in
 * which Excel writes 'CSV (Trennzeichen-getrennt)'. A text in Windows-1252 that happens to be valid UTF-8 has no
 * umlauts.
 */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
