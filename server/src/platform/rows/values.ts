import type { ImportField } from '@customer-center/contract/import-field'
import { visiblePattern } from '@customer-center/contract/input-patterns'
import type { ColumnValues } from './tables.ts'

type Value = ColumnValues[string]

// Printable ASCII and letters of western Europe are in NFC, and each shows something.
const tidy = /^[!-~À-ÿ](?:[ -~À-ÿ]*[!-~À-ÿ])?$/

/** Tells of most tidy texts that they are: looking at their characters costs a tenth of tidying them. */
export const isSurelyTidy = (text: string): boolean => tidy.test(text)

/**
 * Tidies a text into NFC, because the same name typed on another system must be the same text; null for a text that
 * shows nothing.
 */
export function tidyText(text: string): string | null {
  const tidied = text.normalize('NFC').trim()
  return visiblePattern.test(tidied) ? tidied : null
}

/**
 * Tells whether a stored value, as JSON shows it, is the same as a tidied one of a save or of a file. Rows that were
 * stored before texts were tidied may have others.
 */
export function isSameValue(stored: Value | undefined, value: Value, kind?: ImportField['kind']): boolean {
  if ((stored ?? null) === value || (typeof stored === 'string' && tidyText(stored) === value)) return true
  if (stored === undefined || stored === null || value === null) return false
  if (kind === 'decimal') return Number(stored) === Number(value)
  if (kind === 'timestamp') return Date.parse(String(stored)) === Date.parse(String(value))
  return String(stored) === String(value)
}

/** Returns the values that differ from the stored ones. */
export function differences<Values extends object>(stored: Partial<Values>, values: Partial<Values>): Partial<Values> {
  const differing = Object.entries(values).filter(
    ([name, value]) => !isSameValue(stored[name as keyof Values] as Value | undefined, value as Value)
  )
  return Object.fromEntries(differing) as Partial<Values>
}

/**
 * Tells whether a value follows the value beside it that is changed: one that was the same or empty does, and one that
 * differs keeps its own.
 * @param before the value beside it, before the change
 */
export function followsChange<Stored extends Value>(
  own: Stored | null,
  before: Stored | null,
  isSame: (one: Stored | null, other: Stored | null) => boolean = Object.is
): boolean {
  return own === null || isSame(own, before)
}
