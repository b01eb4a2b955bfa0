import type { ImportField } from '@customer-center/contract/import-field'
import { visiblePattern } from '@customer-center/contract/input-patterns'
import type { ColumnValues } from './tables.ts'

type Value = ColumnValues[string]

// Printable ASCII and Western European letters are in NFC, and each is visible.
const tidy = /^[!-~À-ÿ](?:[ -~À-ÿ]*[!-~À-ÿ])?$/

/** Tells whether a text is obviously tidy: this check takes a tenth of the time of tidying it. */
export const isSurelyNormalized = (text: string): boolean => tidy.test(text)

/**
 * Normalises a text to NFC, because the same name typed on another system must be equal; null for an invisible text.
 */
export function normalizeText(text: string): string | null {
  const tidied = text.normalize('NFC').trim()
  return visiblePattern.test(tidied) ? tidied : null
}

/**
 * Tells whether a stored JSON value equals a tidied value of a save or a file. Rows that were stored before texts were
 * tidied may differ.
 */
export function isSameValue(stored: Value | undefined, value: Value, kind?: ImportField['kind']): boolean {
  if ((stored ?? null) === value || (typeof stored === 'string' && normalizeText(stored) === value)) return true
  if (stored === undefined || stored === null || value === null) return false
  if (kind === 'decimal') return Number(stored) === Number(value)
  if (kind === 'timestamp') return Date.parse(String(stored)) === Date.parse(String(value))
  return String(stored) === String(value)
}

export function changedValues<Values extends object>(
  stored: Partial<Values>,
  values: Partial<Values>
): Partial<Values> {
  const differing = Object.entries(values).filter(
    ([name, value]) => !isSameValue(stored[name as keyof Values] as Value | undefined, value as Value)
  )
  return Object.fromEntries(differing) as Partial<Values>
}

/**
 * Tells whether a value follows a changed one: it does if it was equal to that one or empty, otherwise it stays.
 * @param before the changed value before the change
 */
export function followsChange<Stored extends Value>(
  own: Stored | null,
  before: Stored | null,
  isSame: (one: Stored | null, other: Stored | null) => boolean = Object.is
): boolean {
  return own === null || isSame(own, before)
}
