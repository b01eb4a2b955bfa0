import type { $ZodIssue } from 'zod/v4/core'
import { isNoDate } from '@customer-center/contract/dates'
import { type ImportField, isLeftOut } from '@customer-center/contract/import-field'
import type { ImportResource } from '@customer-center/contract/import/resources'
import { importMemberSchemas, importRowSchema } from '@customer-center/contract/import/row'
import type { RefusalKind } from '@customer-center/contract/import/run'
import { isCleanText, isPlainText } from '../../../platform/http/clean-text.ts'
import { hasHash, withoutHashes } from '../../../platform/lib/hashes.ts'
import { instantOf } from '../../rows/instants.ts'
import { isSurelyTidy, tidyText } from '../../rows/values.ts'
import type { CellValue, Faults, SourceRow } from '../import.ts'
import { hasSecret, isHash, keptText } from './without-secrets.ts'

/** A fault of a row, for the person who corrects it. */
export interface RowRefusal {
  readonly field: string | null
  readonly value: string | null
  readonly sentence: string
  /** The stored value, which stays because another row has set it. */
  readonly stored?: string | null
  /** Whether another row has this value, which only one row may have. */
  readonly isTaken?: boolean
}

/** A refused row, a refused field of an accepted row, or a field that stays as a customer has changed it. */
export interface RefusedRow extends RowRefusal {
  readonly line: number
  readonly text: string
  readonly kind: RefusalKind
  /** The key of the row; missing where it cannot be read. */
  readonly key?: string | null
}

export const refusedRow = (
  { line, text }: Pick<RefusedRow, 'line' | 'text'>,
  refusal: RowRefusal,
  kind: RefusalKind = 'row'
): RefusedRow => ({ line, text, kind, ...refusal })

interface ReadValues {
  readonly values: ReadonlyMap<string, CellValue>
  /** Faults of members; the row is accepted without these members. */
  readonly refusedFields: readonly RowRefusal[]
}

type ReadResult =
  | (ReadValues & { readonly refusal?: never })
  | { readonly values?: never; readonly refusedFields?: never; readonly refusal: RowRefusal }

/** A row with valid values, before it is compared with the database. */
export interface ValidRow extends ReadValues {
  readonly line: number
  readonly text: string
}

/** A valid row; or the reason of its refusal, with the members of its key if they can be read. */
export type CheckedRow =
  | ValidRow
  | (Pick<SourceRow, 'line' | 'text'> & {
      readonly refusal: RowRefusal
      readonly key: ReadValues['values'] | undefined
    })

const longestEcho = 200

/**
 * Formats a value for a message. A nested value, which no row can have, is left out: it may be a secret, or too deep
 * for the stack.
 */
function shownOf(value: unknown): string | null {
  if (typeof value === 'string') return value
  if (value === undefined || value === null) return null
  if (Array.isArray(value)) return '[…]'
  return typeof value === 'object' ? '{…}' : JSON.stringify(value)
}

export function refusedValue(field: string | null, value: unknown, problem: string): { readonly refusal: RowRefusal } {
  const shown = isHash(field, value) ? null : (shownOf(value)?.slice(0, longestEcho) ?? null)
  return { refusal: { field: field && withoutHashes(field), value: shown, sentence: withoutHashes(problem) } }
}

/** Digits only, so that no number is ever rounded. */
function tidyDecimal(value: string, decimals: number): string {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d*))?$/.exec(value) ?? []
  const digits = `${whole.replace(/^0+(?=\d)/, '')}.${fraction.padEnd(decimals, '0')}`
  return /[1-9]/.test(digits) ? sign + digits : digits
}

function tidyMoment(value: string): string {
  const moment = value.replace(' ', 'T')
  return /(?:Z|[+-]\d{2}:?\d{2})$/.test(moment)
    ? new Date(moment.replace(/([+-]\d{2})(\d{2})$/, '$1:$2')).toISOString()
    : instantOf(moment).instant.toISOString()
}

/**
 * Normalises a value to the form in which it is compared and stored; `undefined` for text that no screen could show.
 */
function tidyValue(value: CellValue, { kind, decimals = 0, lowerCase }: ImportField): CellValue | undefined {
  if (value === null) return null
  if (kind === 'decimal') return tidyDecimal(String(value), decimals)
  if (typeof value !== 'string') return value
  if ((kind === 'date' || kind === 'timestamp') && isNoDate(value)) return null
  const text = lowerCase ? value.toLowerCase() : value
  const isText = kind === 'text' || kind === 'reference'
  if (isText && isSurelyTidy(text)) return text
  if (!isCleanText(text) || (isText && !isPlainText(text.trim()))) return undefined
  if (isText) return tidyText(text)
  if (kind === 'time') return value.length === 5 ? `${value}:00` : value
  return kind === 'timestamp' ? tidyMoment(value) : value
}

const memberName = ({ path }: $ZodIssue): string => String(path[0] ?? '')

type Row = Readonly<Record<string, unknown>>

type Issue = $ZodIssue | readonly [name: string, problem: string]

/** The readable members of a row with the faults of the others; or the reason why the row is refused. */
type Checked =
  | { readonly taken: Row; readonly refusedFields: RowRefusal[]; readonly refusal?: never }
  | { readonly refusal: RowRefusal }

/** Checks names and kinds of a row's members. A member with a fault counts as one of a wrong kind. */
function rowChecker(resource: ImportResource): (row: Row, faults: Faults | undefined) => Checked {
  const { fields, key } = resource
  const members = importMemberSchemas(resource)
  const schema = importRowSchema(resource)
  const needed = key.filter((name) => fields[name]?.required)
  const known = new Map(Object.entries(members))
  const hides = hasSecret(fields)
  const fieldOf = (name: string) => (known.has(name) ? fields[name] : undefined)
  // Nearly every row is valid, and the schema of a whole row creates an object for each possible member.
  const isRight = (row: Row) =>
    needed.every((name) => row[name] !== undefined) &&
    Object.keys(row).every((name) => known.get(name)?.safeParse(row[name]).success)
  const issueRefusal = (issue: Issue, row: Row) => {
    if (!('code' in issue)) {
      const [name, problem] = issue
      return refusedValue(name, fieldOf(name)?.secret ? null : row[name], `${name} ${problem}`)
    }
    if (issue.code === 'unrecognized_keys') {
      const [name = ''] = issue.keys
      // A secret under a wrong name is also a secret.
      return refusedValue(name.slice(0, longestEcho), hides ? null : row[name], 'There is no such column.')
    }
    const name = memberName(issue)
    if (row[name] === undefined || row[name] === null) return refusedValue(name, null, `${name} must not be empty.`)
    return refusedValue(name, fieldOf(name)?.secret ? null : row[name], `${name} ${issue.message}`)
  }
  return (row, faults) => {
    if (!faults && isRight(row)) return { taken: row, refusedFields: [] }
    const found = (schema.safeParse(row).error?.issues ?? []).toReversed()
    const issues = new Map<string, Issue>(found.map((issue) => [memberName(issue), issue]))
    for (const fault of Object.entries(faults ?? {})) issues.set(fault[0], fault)
    const isOptional = (field: ImportField | undefined) => field !== undefined && isLeftOut(field)
    const worst = [...issues].findLast(([name]) => !isOptional(fieldOf(name)))
    if (worst) return issueRefusal(worst[1], row)
    const refusedFields = [...issues.values()].map((issue) => issueRefusal(issue, row).refusal)
    const right = Object.fromEntries(Object.entries(row).filter(([name]) => !issues.has(name)))
    return { taken: schema.parse(right), refusedFields }
  }
}

/** Checks each row of a resource alone: names, kinds, lengths, characters. An empty text becomes null. */
export function rowReader(resource: ImportResource): (row: Row, faults?: Faults) => ReadResult {
  const check = rowChecker(resource)
  const fields: Readonly<Record<string, ImportField>> = resource.fields
  return (row, faults) => {
    const checked = check(row, faults)
    if (checked.refusal) return checked
    const { taken, refusedFields } = checked
    const values = new Map<string, CellValue>()
    for (const name of Object.keys(taken)) {
      const value = taken[name] as CellValue | undefined
      const field = fields[name]
      if (value === undefined || !field) continue
      const stored = tidyValue(value, field)
      const isEmpty = stored === null && (field.required || field.notNull)
      if (stored !== undefined && !isEmpty) {
        values.set(name, stored)
        continue
      }
      const problem = isEmpty ? 'must not be empty.' : 'has characters that cannot be stored.'
      const refused = refusedValue(name, field.secret ? null : value, `${name} ${problem}`)
      if (!isLeftOut(field)) return refused
      refusedFields.push(refused.refusal)
    }
    return { values, refusedFields }
  }
}

const membersIn = <Value>(members: Readonly<Record<string, Value>>, names: readonly string[]) =>
  Object.fromEntries(Object.entries(members).filter(([name]) => names.includes(name)))

/** Checks a sent row alone, without the database. */
export function checkRow(
  read: ReturnType<typeof rowReader>,
  { fields, key }: ImportResource,
  row: SourceRow
): CheckedRow {
  const { line, text } = row
  if ('refusal' in row)
    return { line, text: hasHash(text) ? '' : text, ...refusedValue(null, undefined, row.refusal), key: undefined }
  const { values, refusal, refusedFields } = read(row.value, row.faults)
  const kept = () => keptText(text, Object.entries(row.value), fields)
  if (values) return { line, text: refusedFields.length > 0 ? kept() : text, values, refusedFields }
  const named = read(membersIn(row.value, key), membersIn(row.faults ?? {}, key))
  return { line, text: kept(), refusal, key: named.values }
}
