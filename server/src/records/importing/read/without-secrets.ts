import { hasHash } from '../../../platform/lib/hashes.ts'
import { isHash } from '../refusals.ts'
import type { SourceRow } from '../rows.ts'
import type { CellField } from './cell-value.ts'
import { mapMembers } from './read-cells.ts'

type Fields = Readonly<Record<string, CellField>>

export const hasSecret = (fields: Readonly<Record<string, { readonly secret?: true }>>): boolean =>
  Object.values(fields).some(({ secret }) => secret)

/**
 * Replaces the text of a row by one without secrets; an unreadable row has none, as it could have a secret anywhere.
 * @param text makes the text
 */
export const withoutSecrets = (row: SourceRow, text: () => string): SourceRow => ({
  ...row,
  text: 'refusal' in row ? '' : text()
})

// A nested value could be a secret, or too deep for the stack.
const isFlat = (value: unknown): boolean => typeof value !== 'object' || value === null

/** Returns the text of a refused row for storage: empty if any column but those for secrets has a value like a hash. */
export function textWithoutSecrets(text: string, values: Iterable<readonly [string, unknown]>, fields: Fields): string {
  const holdsHash = ([name, value]: readonly [string, unknown]) =>
    hasHash(name) || !isFlat(value) || (!fields[name]?.secret && isHash(name, value))
  return hasHash(text) && [...values].some(holdsHash) ? '' : text
}

/** Returns the text of a row of JSON with the known members that are no secrets. */
export function shownMembers(row: SourceRow, fields: Fields): string {
  const isShown = ([name, value]: readonly [string, unknown]) =>
    (Object.hasOwn(fields, name) || mapMembers.includes(name)) && !fields[name]?.secret && isFlat(value)
  return JSON.stringify(Object.fromEntries(Object.entries('value' in row ? row.value : {}).filter(isShown)))
}
