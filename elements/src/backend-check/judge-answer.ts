import { isNoDate, readDate } from '@customer-center/contract/dates'
import { eventStates } from '@customer-center/contract/event'
import type { WireRow } from '@customer-center/contract/field-codes'
import { bookingStates } from '@customer-center/contract/order'
import { Right } from '@customer-center/contract/rights'
import { listRowSchema } from '@customer-center/contract/schema'
import { AsyncStatus } from '@customer-center/contract/server-function'
import { decodeFile } from '../client/decode-file.ts'
import { isRow, listOf } from '../client/rows.ts'
import type { FieldMap, ReadDay, WireFormat } from '../client/wire-format.ts'
import { type BackendFinding, findingOf, type FindingKind, shortValue, shownWithout } from './finding.ts'

/** Values of members that the contract lists. */
const knownValues: Readonly<Record<string, readonly unknown[]>> = {
  'webshop-user.webshopRights': Object.values(Right),
  'contact.webshopRights': Object.values(Right),
  'ordered-participant.state': bookingStates,
  'ordered-event.state': eventStates,
  'document-event.state': eventStates,
  'webinar.state': eventStates,
  'job.status': Object.values(AsyncStatus)
}

const flags: readonly unknown[] = [true, false, 1, 0, '1', '0', 'true', 'false']
const files = ['document.fileData', 'job.fileData']
/** A time of the registration is a text in the contract, and shown as a day. */
const days = ['order.date']

/** Returns a date as the elements do, for which one that nobody reads stays a text. */
const readDay: ReadDay = (value) => readDate(value) ?? (isNoDate(value) ? null : String(value))

/** Tells whether backends write this for 'no value': the door reads it as null. */
const isNothing = (value: unknown): boolean =>
  value === undefined ||
  (typeof value === 'object' && Object.keys(value ?? {}).length === 0) ||
  (typeof value === 'string' && ['', 'null'].includes(value.trim()))

const schemas = new WeakMap<FieldMap, ReturnType<typeof listRowSchema>>()

function schemaOf(map: FieldMap) {
  const schema = schemas.get(map) ?? listRowSchema(map.fields)
  schemas.set(map, schema)
  return schema
}

export interface JudgedAnswer {
  readonly format: WireFormat
  readonly map: FieldMap
  /** Whether the call is answered with a list of rows. */
  readonly isList: boolean
  /** The codes that the call has asked for; null for all. */
  readonly asked: ReadonlySet<string> | null
}

/**
 * Compares what an answer brings with what the elements read of it by the door of other backends, and what they read
 * with the contract's schema of the row: a value that is lost, or that the schema refuses once it is read, is a finding.
 */
export function judgeAnswer({ format, map, isList, asked }: JudgedAnswer, data: unknown): BackendFinding[] {
  /** Findings by kind and member, each once, whatever the number of rows that have it. */
  const found = new Map<string, { finding: BackendFinding; count: number }>()
  if (isList) judgeList(data, map, '')
  else if (isRow(data) && !isNothing(data)) judgeRow(data, map, '')
  else add('no-row', 'responseData', data)
  return [...found.values()].map(({ finding, count }) =>
    count > 1 ? { ...finding, seen: `${finding.seen}, and ${count - 1} more` } : finding
  )

  function add(kind: FindingKind, member: string, value: unknown, shows?: string) {
    const { count = 0, finding = findingOf(kind, member, shortValue(value, member), shows) } =
      found.get(`${kind} ${member}`) ?? {}
    found.set(`${kind} ${member}`, { finding, count: count + 1 })
  }

  function judgeList(list: unknown, of: FieldMap, path: string, row: WireRow = {}) {
    if (isNothing(list)) return
    // Some lists have another form, which the door knows.
    const rows: readonly unknown[] = Array.isArray(list) ? list : listOf(format, of, list, { row, code: path })
    if (rows.length === 0) add('no-list', path || 'responseData', list)
    for (const one of rows)
      if (isRow(one)) judgeRow(one, of, path)
      else add('no-member-row', path || 'responseData', one)
  }

  function judgeRow(row: WireRow, of: FieldMap, path: string) {
    const placeOf = (name: string) => [path, format.codeOf(of, name) ?? name].filter(Boolean).join('.')
    const member = (name: string): unknown => row[format.codeOf(of, name) ?? '']
    const isAsked = (name: string) => path !== '' || !asked || asked.has(format.codeOf(of, name) ?? '')
    const names = Object.keys(of.fields).filter((name) => of.fields[name]?.use !== 'write' && isAsked(name))
    const noted = names.filter((name) => judgeField(row, of, name, placeOf(name), member(name)))
    const read = names.map((name) => [name, valueForSchema(row, of, name)] as const)
    for (const {
      path: [name = '']
    } of schemaOf(of).safeParse(Object.fromEntries(read)).error?.issues ?? []) {
      const at = String(name)
      const kind = of.fields[at]?.kind
      // A choice of a form that is no number is shown and kept.
      if (!names.includes(at) || noted.includes(at) || (of.saved && kind === 'number')) continue
      if (format.readerOf(of, at)(row) === null) add('left-out', placeOf(at), member(at))
      else add(kind === 'date' ? 'no-date' : 'refused-value', placeOf(at), member(at))
    }
    for (const [name, list] of Object.entries(of.lists ?? {})) judgeList(member(name), list, placeOf(name), row)
  }

  /** Tells whether a member has a finding of its own, before the schema is asked. */
  function judgeField(row: WireRow, of: FieldMap, name: string, place: string, raw: unknown): boolean {
    const { kind } = of.fields[name]!
    const field = `${of.noun}.${name}`
    const value = format.readerOf(of, name, readDay)(row)
    const shows = isReplaced(field, row) ? undefined : shownWithout[of.noun ?? '']?.[name]
    const isUnread = value === null && !isNothing(raw) && !(kind === 'date' && isNoDate(raw))
    const known = knownValues[field]
    const at = (what: FindingKind, shown?: string) => (add(what, place, raw, shown), true)
    if (isUnread) return at('unreadable', shows)
    if (value === null) return shows !== undefined && at('needed', shows)
    if (kind === 'flag' && !flags.includes(raw)) return at('no-flag')
    if (known && !known.includes(value)) return at(field.endsWith('Rights') ? 'unknown-right' : 'unknown-value')
    if (days.includes(field) && readDate(value) === null) return !isNoDate(value) && at('no-date')
    return files.includes(field) && !decodeFile('file.bin', String(value)) && at('no-file')
  }

  /** Tells whether another member takes the place of one that is needed. */
  function isReplaced(field: string, row: WireRow): boolean {
    const has = (name: string) => format.readerOf(map, name)(row) !== null
    return (field === 'contact.lastName' && has('firstName')) || (field === 'contact.pvaid' && has('contactId'))
  }

  /** Returns what the elements read, with a number for each id: ids of other backends may be texts. */
  function valueForSchema(row: WireRow, of: FieldMap, name: string): WireRow[string] {
    const value = format.readerOf(of, name, readDay)(row)
    return value !== null && of.fields[name]?.kind === 'id' ? 1 : value
  }
}
