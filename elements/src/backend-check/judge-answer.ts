import { isNoDate, readDate } from '@customer-center/contract/dates'
import { eventStates } from '@customer-center/contract/event'
import type { FieldSpec, WireRow } from '@customer-center/contract/field-codes'
import { bookingStates } from '@customer-center/contract/order'
import { Right } from '@customer-center/contract/rights'
import { valueOf } from '@customer-center/contract/schema'
import { AsyncStatus } from '@customer-center/contract/server-function'
import { decodeFile } from '../client/decode-file.ts'
import { isRow, listOf, readDay } from '../client/rows.ts'
import type { FieldMap, WireFormat } from '../client/wire-format.ts'
import { type BackendFinding, findingOf, type FindingKind, isRequired, shortValue, shownWithout } from './finding.ts'

/** Values of members that the contract lists. */
const knownValues: Readonly<Record<string, readonly unknown[]>> = {
  'webshop-user.webshopRights': Object.values(Right),
  'contact.webshopRights': Object.values(Right),
  'ordered-participant.state': bookingStates,
  'ordered-event.state': eventStates,
  'document-event.state': eventStates,
  'webinar.state': eventStates,
  'next-event.state': eventStates,
  'overview-event.state': eventStates,
  'job.status': Object.values(AsyncStatus)
}

const flags: readonly unknown[] = [true, false, 1, 0, '1', '0', 'true', 'false']
const files = ['document.fileData', 'job.fileData']
/** Points in time, which are texts in the contract and shown as days. */
const times = ['order.date', 'session.lastUsedAt', 'history.changedAt', 'job.startedAt']

/** Tells whether backends write this for 'no value': the door reads it as null. */
const isNothing = (value: unknown): boolean =>
  value === undefined ||
  (typeof value === 'object' && Object.keys(value ?? {}).length === 0) ||
  (typeof value === 'string' && ['', 'null'].includes(value.trim()))

/** Members that a row may lack for good reason, and then says so by null: a link comes late, and some have no day. */
const oftenNull = ['webinar.videolink', 'event.from', 'ordered-event.from']

/** Tells whether a backend writes members without a value, so that one which is not there is missing. */
export const writesNothing = (row: WireRow) => Object.values(row).some((value) => value === null || value === '')

const schemas = new Map<FieldSpec['kind'], ReturnType<typeof valueOf>>()

/** Tells whether the contract's schema takes a value, whatever its length. */
function isValid(spec: FieldSpec, value: unknown): boolean {
  const schema = schemas.get(spec.kind) ?? valueOf({ ...spec, max: 0 })
  schemas.set(spec.kind, schema)
  return schema.safeParse(value).success
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
 * with the contract's schema of the value: one that is lost, or that the schema refuses once it is read, is a finding.
 */
export function judgeAnswer({ format, map, isList, asked }: JudgedAnswer, data: unknown): BackendFinding[] {
  /** Findings by kind and member, each once, whatever the number of rows that have it. */
  const found = new Map<string, { finding: BackendFinding; count: number }>()
  /** Members that rows lack, by place: those that no row has are faults. */
  const lacked = new Map<string, { value: unknown; shows: string; count: number; isMissing: boolean }>()
  const rowsAt = new Map<string, number>()
  if (isList) judgeList(data, map, '')
  else if (isRow(data) && !isNothing(data)) judgeRow(data, map, '')
  else add('no-row', 'responseData', data)
  for (const [place, { value, shows, count, isMissing }] of lacked) {
    const isEverywhere = count === rowsAt.get(place.split('.').slice(0, -1).join('.'))
    add(isEverywhere && isMissing ? 'needed' : 'lacking', place, value, shows, count)
  }
  return [...found.values()].map(({ finding, count }) =>
    count > 1 ? { ...finding, seen: `${finding.seen}, and ${count - 1} more` } : finding
  )

  function add(kind: FindingKind, member: string, value: unknown, shows?: string, rows = 1) {
    const { count = 0, finding = findingOf(kind, member, shortValue(value, member), shows) } =
      found.get(`${kind} ${member}`) ?? {}
    found.set(`${kind} ${member}`, { finding, count: count + rows })
  }

  function noteLacking(place: string, value: unknown, shows: string, isMissing: boolean) {
    const { count = 0, isMissing: before = false } = lacked.get(place) ?? {}
    lacked.set(place, { value, shows, count: count + 1, isMissing: before || isMissing })
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
    const isSent = (name: string) => of.fields[name]?.use !== 'write' && format.codeOf(of, name) !== null
    const names = Object.keys(of.fields).filter((name) => isSent(name) && isAsked(name))
    rowsAt.set(path, (rowsAt.get(path) ?? 0) + 1)
    for (const name of names) judgeField(row, of, name, placeOf(name), member(name))
    for (const [name, list] of Object.entries(of.lists ?? {})) judgeList(member(name), list, placeOf(name), row)
    for (const [name, part] of Object.entries(of.parts ?? {})) {
      const one = member(name)
      if (isRow(one)) judgeRow(one, part, placeOf(name))
      else if (!isNothing(one)) add('no-row', placeOf(name), one)
    }
    for (const name of of.values ?? [])
      if (!Array.isArray(member(name)) && !isNothing(member(name))) add('no-values', placeOf(name), member(name))
  }

  function judgeField(row: WireRow, of: FieldMap, name: string, place: string, raw: unknown): void {
    const spec = of.fields[name]!
    const { kind, always } = spec
    const field = `${of.noun}.${name}`
    const value = format.readerOf(of, name, readDay)(row)
    const shows = isReplaced(field, row) ? undefined : shownWithout(of.noun ?? '', name)
    const isUnread = value === null && !isNothing(raw) && !(kind === 'date' && isNoDate(raw))
    const known = knownValues[field]
    const at = (what: FindingKind, shown?: string) => add(what, place, raw, shown)
    if (isUnread) at('unreadable', shows)
    else if (value === null && shows !== undefined && isRequired(of.noun ?? '', name)) at('needed', shows)
    else if (value === null && shows !== undefined)
      noteLacking(place, raw, shows, !oftenNull.includes(field) || (raw === undefined && writesNothing(row)))
    else if (value === null && always) at('left-out')
    // Ids of other backends may be texts.
    else if (value === null || kind === 'id') return
    else if (kind === 'flag' && !flags.includes(raw)) at('no-flag')
    else if (known && !known.includes(value)) at(field.endsWith('Rights') ? 'unknown-right' : 'unknown-value')
    else if (times.includes(field) && readDate(value) === null && !isNoDate(value)) at('no-date')
    else if (files.includes(field) && !decodeFile('file.bin', String(value))) at('no-file')
    // A choice of a form that is no number is shown and kept.
    else if (!(of.saved && kind === 'number') && !isValid(spec, value))
      at(kind === 'date' ? 'no-date' : 'refused-value')
  }

  /** Tells whether another member takes the place of one that is needed. */
  function isReplaced(field: string, row: WireRow): boolean {
    const has = (name: string) => format.readerOf(map, name)(row) !== null
    return (field === 'contact.lastName' && has('firstName')) || (field === 'contact.pvaid' && has('contactId'))
  }
}
