import { type FieldSpec, versionCode, type WireRow } from '@customer-center/contract/field-codes'
import type { RuntimeConfig } from '@customer-center/contract/runtime-config'
import { CallError } from './call-error.ts'
import { readForeignEnvelope } from './foreign-envelope.ts'
import { isRow } from './rows.ts'
import { isWhole } from './saved-row.ts'
import type { FieldMap, ReadDay, WireFormat } from './wire-format.ts'

type Value = WireRow[string]

/** Fields that take the place of one that a row lacks. */
const substitutes: Readonly<Record<string, readonly string[]>> = {
  'contact.displayEmail': ['eMailAddress', 'shopEmail'],
  'possible-value.value': ['key']
}

/** Fields without which a row of a list is of no use: an event without a number, a participant without a name. */
const needed: Readonly<Record<string, string>> = {
  event: 'eventId',
  'ordered-participant': 'caption',
  'possible-value': 'key'
}

const formats = new Map<string, WireFormat>()

/**
 * Returns the format of the configured backend. All elements with the same settings have the same, also after a new
 * start, so that each knows which ids have come as numbers.
 */
export function formatOf({ development, apiUrl, apiUrlDev, fieldCodes }: RuntimeConfig): WireFormat {
  const key = JSON.stringify([development, apiUrl, apiUrlDev, fieldCodes])
  const format = formats.get(key) ?? foreignFormat(fieldCodes)
  formats.set(key, format)
  return format
}

/**
 * Returns the format of a backend that is not ours. No other code knows how others may write answers and rows
 * (docs/decisions/0145-one-door-for-other-backends.md). It needs no browser and keeps no row.
 *
 * @param codes other codes of single fields; false for a field that the backend lacks
 */
export function foreignFormat(codes: RuntimeConfig['fieldCodes']): Required<WireFormat> {
  /** Whether the ids of a noun's field have come as numbers; under the name alone, whether those of any noun have. */
  const numbers = new Map<string, boolean>()
  /** Keys of choices as they came, by the field's code and the key as text. */
  const choices = new Map<string, Map<string, Value>>()

  const format: Required<WireFormat> = {
    codeOf({ noun, fields }, name) {
      const code = fields[name]?.code ?? name
      const given = codes[code === versionCode ? code : `${noun}.${name}`]
      return given === false || codes[code] === false ? null : given || code
    },
    has(map, name) {
      const isOffered = Boolean(codes[`${map.noun}.${name}`]) || !map.fields[name]?.optional
      return isOffered && format.codeOf(map, name) !== null
    },
    readerOf(map, name, readDay = String) {
      const field = map.fields[name]!
      const code = format.codeOf(map, name) ?? ''
      const place = `${map.noun}.${name}`
      const others = substitutes[`${map.noun}.${name}`]?.map((other) => format.readerOf(map, other, readDay))
      return (wire) => {
        const value = wire[code]
        const read = readValue(field, name === 'fileData' ? plainBase64(value) : value, readDay, map.saved)
        if (field.kind === 'id' && read !== null) {
          numbers.set(place, typeof value === 'number')
          if (typeof value === 'number') numbers.set(name, true)
        }
        // A contact may have no address to be shown, while its others are in the row.
        const isMissing = map.noun === 'contact' ? value === undefined : read === null
        return others && isMissing ? others.reduce<Value>((found, other) => found ?? other(wire), null) : read
      }
    },
    listOf(map, list, readDay, place) {
      const rows = rowsIn(format, map, list, readDay, place?.row).filter(isRow)
      const name = needed[map.noun ?? '']
      const read = name === undefined ? undefined : format.readerOf(map, name)
      const usable = read ? rows.filter((row) => String(read(row) ?? '').trim() !== '') : rows
      if (map.noun === 'possible-value' && place?.code)
        choices.set(place.code, keysIn(usable, format.codeOf(map, 'key') ?? ''))
      return usable
    },
    writesIdsAsRead: true,
    write(map, name, value) {
      const field = map.fields[name]
      const key = choices.get(format.codeOf(map, name) ?? '')?.get(String(value))
      if (key !== undefined) return key
      if (field?.kind !== 'id' || value === '') return undefined
      const isNumber = numbers.get(`${map.noun}.${name}`) ?? numbers.get(name)
      return isNumber && isWhole(value) ? Number(value) : value
    },
    readAnswer: (...answer) => readForeignEnvelope(format, ...answer),
    ask: (map, names, send) =>
      map.noun === 'contact' && names !== true && names.includes('displayEmail')
        ? askForContacts(format, map, names, send)
        : send(names)
  }
  return format
}

/** Reads a value, which may be of another kind than the contract's. Missing and unreadable values are null. */
function readValue({ kind }: Pick<FieldSpec, 'kind'>, value: unknown, readDay: ReadDay, isSaved = false): Value {
  // Some backends send the text "null" for a missing value; it must never be shown.
  if (value === undefined || value === null || value === '' || value === 'null') return null
  if (kind === 'flag') return value === true || value === 1 || value === 'true' || value === '1'
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return null
  if (kind === 'id') return typeof value === 'boolean' ? null : String(value)
  if (kind === 'date') return readDay(value)
  if (kind !== 'number') return String(value)
  if (Number.isFinite(Number(value))) return Number(value)
  // In a form, a choice that is no number to us is shown as it is stored.
  return isSaved && typeof value === 'string' ? value : null
}

/** Returns a file's base64 without line breaks, the head of a data URL, padding and the URL alphabet. */
function plainBase64(value: unknown): unknown {
  if (typeof value !== 'string') return value
  const data = value.startsWith('data:') ? value.slice(value.indexOf(',') + 1) : value
  return /[^A-Za-z0-9+/]/.test(data)
    ? data
        .replace(/[\s=]+/g, '')
        .replaceAll('-', '+')
        .replaceAll('_', '/')
    : data
}

/** Returns the members of a list, which some backends write in another form. */
function rowsIn(
  format: WireFormat,
  map: FieldMap,
  list: unknown,
  readDay: ReadDay,
  parent: WireRow = {}
): readonly unknown[] {
  const row = (values: object) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [format.codeOf(map, name), value as unknown]))
  if (Array.isArray(list)) return list
  // An older backend sends only the day of the next event, and the number of new documents.
  if (map.noun === 'next-event') {
    const from = parent[format.codeOf({ noun: 'overview', fields: {} }, 'nextEvent') ?? '']
    return readValue({ kind: 'date' }, from, readDay) === null ? [] : [row({ from })]
  }
  if (map.noun === 'new-documents') return Number(list) > 0 ? [row({ count: list })] : []
  const { keyvalues, values } = (list ?? {}) as { keyvalues?: unknown; values?: unknown }
  if (map.noun !== 'possible-value' || !Array.isArray(keyvalues)) return []
  return keyvalues.map((key: unknown, index) =>
    row({ key, value: Array.isArray(values) ? (values[index] as unknown) : key })
  )
}

const keysIn = (rows: readonly WireRow[], code: string) =>
  new Map(rows.map((row) => [String(row[code]), row[code] ?? null]))

/**
 * Asks for contacts with the address that a list shows, or with both addresses where the backend has no such field:
 * it is excluded, refused, or in no row. Most backends have `pvaid`, so that ten thousand rows need no `contactId`.
 */
async function askForContacts(
  format: Required<WireFormat>,
  map: FieldMap,
  names: readonly string[],
  send: (names: readonly string[]) => Promise<unknown>
): Promise<unknown> {
  const code = format.codeOf(map, 'displayEmail')
  const first = code === null ? null : await send(names).catch(ifRefused)
  const rows = format.listOf(map, first, String)
  const hasEmail = code !== null && first !== null && (rows.length === 0 || rows.some((row) => code in row))
  const asked = hasEmail ? names : [...names.filter((name) => name !== 'displayEmail'), 'eMailAddress', 'shopEmail']
  const data = hasEmail ? first : await send(asked)
  const read = format.readerOf(map, 'pvaid')
  const isNumbered = format.listOf(map, data, String).every((row) => read(row) !== null)
  return isNumbered ? data : send([...asked, 'contactId'])
}

/** Returns null for a refusal that may be about a field: not about the person, nor by a server that is busy. */
function ifRefused(error: unknown): null {
  if (error instanceof CallError && [200, 400, 422, 500].includes(error.status)) return null
  throw error
}
