import { isCalendarDay } from '@customer-center/contract/dates'
import {
  type FieldSpec,
  type FieldTable,
  type FieldValues,
  type Id,
  versionCode,
  type WireRow
} from '@customer-center/contract/field-codes'
import { largestNumber } from '@customer-center/contract/schema'
import { isPlainText } from '../../platform/http/clean-text.ts'
import { longestEcho } from '../../platform/http/query-parameters.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { normalizeText } from '../rows/values.ts'

/** Values of a write, by the names in the code. */
export interface SentChanges<Fields extends FieldTable, Key extends string> {
  /** An empty or invisible text becomes null. */
  readonly values: Partial<FieldValues<Fields>>
  /** Numbers that name the row; one that was sent as null counts as left out. */
  readonly keys: Partial<Record<Key, Id>>
  /** VERSION that the caller had read; null without one. */
  readonly version: number | null
}

function isInteger(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && Math.abs(value) <= largestNumber
}

/** Reads a text; a secret is not tidied. */
function readText(value: string, { use }: FieldSpec): string | null {
  if (!isPlainText(use === 'write' ? value : value.trim())) throw new Refusal('badCharacters')
  return use === 'write' ? value || null : normalizeText(value)
}

function readValue(value: WireRow[string], spec: FieldSpec): WireRow[string] {
  const { kind, code } = spec
  if (value === null && kind !== 'flag') return null
  if (kind === 'text' && typeof value === 'string') return readText(value, spec)
  if (kind === 'flag' && typeof value === 'boolean') return value
  if ((kind === 'number' || kind === 'id') && isInteger(value)) return value
  if (kind === 'date' && typeof value === 'string' && isCalendarDay(value)) return value
  throw new Refusal('badValue', { name: code })
}

function readVersion(value: WireRow[string] | undefined): number | null {
  if (value === undefined || value === null) return null
  if (!isInteger(value)) throw new Refusal('badValue', { name: versionCode })
  return value
}

/**
 * Reads the body of a write, without access to database and rights. Texts are trimmed; `planChanges` checks whether the
 * actor may write a field and whether its value fits.
 * @param keyNames names behind the route of the fields that identify the row in this call; any other key counts as a
 * value, which nobody may change
 * @throws Refusal `unknownField`, `badValue`, `badCharacters`
 */
export function readChanges<Fields extends FieldTable, Key extends string>(
  fields: Fields,
  data: WireRow,
  keyNames: Readonly<Partial<Record<keyof Fields & string, Key>>>
): SentChanges<Fields, Key> {
  const named = new Map(Object.entries(fields).map(([name, spec]) => [spec.code, { name, spec }]))
  const read = { values: {} as WireRow, keys: {} as WireRow }
  for (const [code, value] of Object.entries(data)) {
    if (code === versionCode) continue
    const known = named.get(code)
    if (!known) throw new Refusal('unknownField', { name: code.slice(0, longestEcho) })
    const { name, spec } = known
    const keyName = keyNames[name]
    if (keyName === undefined) read.values[name] = readValue(value, spec)
    else if (value !== null) read.keys[keyName] = readValue(value, spec)
  }
  return { ...(read as Pick<SentChanges<Fields, Key>, 'values' | 'keys'>), version: readVersion(data[versionCode]) }
}
