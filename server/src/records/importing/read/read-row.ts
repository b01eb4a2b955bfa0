import type { ZodType } from 'zod'
import { isNoDate } from '@customer-center/contract/dates'
import { type ImportField, mayBeDropped } from '@customer-center/contract/import-field'
import type { ImportResource } from '@customer-center/contract/import/resources'
import { importMemberSchemas } from '@customer-center/contract/import/row'
import { isCleanText, isPlainText } from '../../../platform/http/clean-text.ts'
import { hasHash } from '../../../platform/lib/hashes.ts'
import { instantOf } from '../../rows/instants.ts'
import { isSurelyNormalized, normalizeText } from '../../rows/values.ts'
import { longestShown, refusedValue } from '../refusals.ts'
import type { CellValue, CheckedRow, Faults, ImportValues, RowRefusal, SourceRow } from '../rows.ts'
import { CellFault } from './cell-value.ts'
import { hasSecret, textWithoutSecrets } from './without-secrets.ts'

type ReadResult =
  | (Pick<CheckedRow, 'values' | 'refusedFields'> & { readonly refusal?: never })
  | { readonly values?: never; readonly refusedFields?: never; readonly refusal: RowRefusal }

/** The reason why a row is refused, with the members of its key if they can be read. */
interface UnreadRow extends Pick<SourceRow, 'line' | 'text'> {
  readonly refusal: RowRefusal
  readonly key: ImportValues | undefined
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
  if (isText && isSurelyNormalized(text)) return text
  if (!isCleanText(text) || (isText && !isPlainText(text.trim()))) return undefined
  if (isText) return normalizeText(text)
  if (kind === 'time') return value.length === 5 ? `${value}:00` : value
  return kind === 'timestamp' ? tidyMoment(value) : value
}

type Row = Readonly<Record<string, unknown>>

/**
 * Reads a member of a row into the form in which it is compared and stored.
 * @returns undefined if the row leaves it out
 */
function readMember(field: ImportField, schema: ZodType, given: unknown): CellValue | CellFault | undefined {
  const { data, error } = schema.safeParse(given)
  if (given === undefined && !error) return undefined
  if (error) return new CellFault(given === null ? 'must not be empty.' : (error.issues[0]?.message ?? ''))
  const stored = tidyValue(data as CellValue, field)
  if (stored === undefined) return new CellFault('has characters that cannot be stored.')
  return stored === null && (field.required || field.notNull) ? new CellFault('must not be empty.') : stored
}

/** Checks each row of a resource alone: names, kinds, lengths, characters. An empty text becomes null. */
export function rowReader(resource: ImportResource): (row: Row, faults?: Faults) => ReadResult {
  const fields: Readonly<Record<string, ImportField>> = resource.fields
  const schemas = new Map(Object.entries(importMemberSchemas(resource)))
  const needed = resource.key.filter((name) => fields[name]?.required)
  const hides = hasSecret(fields)
  return (row, faults) => {
    const missing = needed.find((name) => row[name] === undefined)
    if (missing !== undefined) return refusedValue(missing, null, `${missing} must not be empty.`)
    const values = new Map<string, CellValue>()
    const refusedFields: RowRefusal[] = []
    for (const name of Object.keys(row)) {
      const [field, schema] = [fields[name], schemas.get(name)]
      // A secret under a wrong name is also a secret.
      if (!field || !schema)
        return refusedValue(name.slice(0, longestShown), hides ? null : row[name], 'There is no such column.')
      const fault = faults?.[name]
      const read = fault === undefined ? readMember(field, schema, row[name]) : new CellFault(fault)
      if (read instanceof CellFault) {
        const refused = refusedValue(name, field.secret ? null : row[name], `${name} ${read.problem}`)
        if (!mayBeDropped(field)) return refused
        refusedFields.push(refused.refusal)
      } else if (read !== undefined) values.set(name, read)
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
): CheckedRow | UnreadRow {
  const { line, text } = row
  if ('refusal' in row)
    return { line, text: hasHash(text) ? '' : text, ...refusedValue(null, undefined, row.refusal), key: undefined }
  const { values, refusal, refusedFields } = read(row.value, row.faults)
  const kept = () => textWithoutSecrets(text, Object.entries(row.value), fields)
  if (values) return { line, text: refusedFields.length > 0 ? kept() : text, values, refusedFields }
  const named = read(membersIn(row.value, key), membersIn(row.faults ?? {}, key))
  return { line, text: kept(), refusal, key: named.values }
}
