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
 * Limit of an entry, in characters. A longer one is no person but some other text, which nobody could correct in the
 * preview.
 */
const longestEntry = 1000

/**
 * Divides a list of addresses: an entry is a line, or what semicolons or commas separate in a line, as mail programs
 * copy them. A name may have a comma, `Huber, Anna <…>`, so that one ends an entry only behind an address.
 */
function entriesIn(text: string): string[] {
  const entries = text.split(/[\r\n;]/).flatMap((line) => {
    const parts = line.split(',')
    const ends = parts.flatMap((part, index) => (part.includes('@') ? index + 1 : []))
    return [...ends, parts.length].map((end, index) => parts.slice(ends[index - 1] ?? 0, end).join(','))
  })
  return entries.map((entry) => entry.replaceAll('\t', ' ').trim()).filter((entry) => entry !== '')
}

const titleFields = ['title', 'postNominalTitle'] as const
type TitleField = (typeof titleFields)[number]

/** A person as an entry names one: the names are a proposal. */
interface NamedPerson extends Readonly<
  Record<TitleField | 'address' | 'salutation' | 'firstName' | 'lastName', string>
> {}

/** Titles before a name as they are written in Austria: `E.` is an initial, `Di` and `Ing-Marie` are names. */
const titles =
  /(^|,)\s*((?:(?:M?Mag|D{1,2}r|DI|Dkfm|Dipl|Ing|Päd|Prof|Univ|Priv|Doz|KommR)(?![\p{L}-])(?:[.\-ª\p{Ll}]|\s?\(FH\)|\s\p{Ll}{2,}\.)*[\s,]*)+)/gu

/** Titles behind a name: `MA 48` is an office. */
const postNominalTitles =
  /(,\s*|\s)((?:B\.?(?:A|Sc|Ed)|M\.?(?:A|Sc|BA|AS|Ed)|LL\.?[BM]|Ph\.?D|Bakk)(?![\p{L}-]|\s\d)[^\s,]*)/gu

/**
 * Reads an entry: an address, before it salutation, titles and name, if there are any. Any other entry is an address as
 * a whole, which the preview refuses.
 */
function personIn(entry: string, salutations: readonly string[]): NamedPerson {
  const start = Math.max(entry.lastIndexOf(' '), entry.lastIndexOf('<')) + 1
  const address = entry.slice(start).replace(/>$/, '')
  const before = entry
    .slice(0, start)
    .replaceAll(/["\\<]/g, '')
    .trim()
    .replace(/^'(.*)'$/, '$1')
  const isAddress = address.includes('@')
  // Outlook copies the address in place of a name that it does not know.
  const isNamed = !before.includes('@')
  if (isAddress ? !isNamed && before !== address : start === 0 || entry.includes('@')) {
    return { address: entry, salutation: '', title: '', postNominalTitle: '', firstName: '', lastName: '' }
  }
  const named = isNamed ? before : ''
  const words = (isAddress ? named : entry).replace(/^[^\p{L}]*/u, '').split(/\s+/)
  const salutation = [words[0] ?? ''].find((word) => salutations.includes(word.toLowerCase())) ?? ''
  const name = words.slice(salutation === '' ? 0 : 1).join(' ')
  const all = (pattern: RegExp) =>
    [...name.matchAll(pattern)].map(([, , title = '']) => title.replaceAll(/[\s,]+/g, ' ').trim()).join(' ')
  const bare = name.replaceAll(postNominalTitles, '').replaceAll(titles, '$1 ').trim().replace(/,$/, '')
  return {
    address: isAddress ? address : '',
    salutation,
    title: all(titles),
    postNominalTitle: all(postNominalTitles),
    ...divided(bare || nameIn(address))
  }
}

/** Divides a name, `Anna Huber` or `Huber, Anna`. */
function divided(name: string): Pick<NamedPerson, 'firstName' | 'lastName'> {
  const comma = name.indexOf(',')
  if (comma > 0) return { firstName: name.slice(comma + 1).trim(), lastName: name.slice(0, comma).trim() }
  const end = name.lastIndexOf(' ')
  return { firstName: name.slice(0, Math.max(end, 0)), lastName: name.slice(end + 1) }
}

/**
 * Reads e-mail addresses, each alone or with a name (`Anna Huber <anna.huber@firma.at>`, `"Huber, Anna" <…>`, `Frau Anna
 * Huber anna@firma.at`), and proposes the names of their owners. Null if most entries have no address.
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
  const entries = entriesIn(text)
  if (entries.some((entry) => entry.length > longestEntry)) return null
  const known = salutations.map((one) => one.toLowerCase())
  const people = entries.map((entry) => personIn(entry, known))
  if (people.filter(({ address }) => /^[^\s@]+@[^\s@]+$/.test(address)).length * 2 <= people.length) return null
  const lost = titleFields.filter((name) => !fields.includes(name))
  const ignored = people.flatMap((person) => lost.map((name) => person[name]))
  const named = ['salutation' as const, ...fields]
  return {
    isProposed: true,
    columns: [email, 'firstName', 'lastName', ...named.filter((name) => people.some((person) => person[name]))],
    ignored: [...new Set(ignored)].filter((one) => one !== ''),
    rows: people.map((person, index) => {
      const given = named.flatMap((name) => (person[name] ? [[name, person[name]] as const] : []))
      const { address, firstName, lastName } = person
      return { line: index + 1, cells: { [email]: address, firstName, lastName, ...Object.fromEntries(given) } }
    })
  }
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
