import { stringify } from 'csv-stringify/sync'
import { importResources } from '@customer-center/contract/import/resources'
import { hasHash } from '../../../platform/lib/hashes.ts'
import type { SourceRow } from '../rows.ts'
import type { CellField } from './cell-value.ts'
import { mapMembers } from './read-cells.ts'

type Fields = Readonly<Record<string, CellField>>

export const hasSecret = (fields: Readonly<Record<string, { readonly secret?: true }>>): boolean =>
  Object.values(fields).some(({ secret }) => secret)

const keys = new Set(
  Object.values(importResources).flatMap(({ fields }) =>
    Object.entries(fields).flatMap(([name, { kind }]) => (kind === 'reference' ? [name] : []))
  )
).add('externalId')

/** Tells whether a value looks like the hash of a password, which may be in a wrong column. */
export const isHash = (name: string | null, value: unknown): boolean =>
  typeof value === 'string' && hasHash(value, name !== null && keys.has(name))

/** Hides an unreadable row, which could have a secret anywhere. */
const unread = ({ line }: SourceRow, refusal: string): SourceRow => ({ line, text: '', refusal })

// A nested value could be a secret, or too deep for the stack.
const isFlat = (value: unknown): boolean => typeof value !== 'object' || value === null

/** Returns the text of a refused row for storage: empty if any column but those for secrets has a value like a hash. */
export function keptText(text: string, values: Iterable<readonly [string, unknown]>, fields: Fields): string {
  const holdsHash = ([name, value]: readonly [string, unknown]) =>
    hasHash(name) || !isFlat(value) || (!fields[name]?.secret && isHash(name, value))
  return hasHash(text) && [...values].some(holdsHash) ? '' : text
}

/** Returns a row whose stored text has only known members, and no secret. */
export function withoutSecretMembers(row: SourceRow, fields: Fields): SourceRow {
  if ('refusal' in row) return unread(row, row.refusal)
  const shown = Object.entries(row.value).filter(
    ([name, value]) =>
      (Object.hasOwn(fields, name) || mapMembers.includes(name)) && !fields[name]?.secret && isFlat(value)
  )
  return { ...row, text: JSON.stringify(Object.fromEntries(shown)) }
}

/** Returns a row whose text has empty cells in place of secrets. */
export function withoutSecretCells(
  row: SourceRow,
  cells: readonly string[],
  isSecret: (index: number) => boolean,
  delimiter: string
): SourceRow {
  if ('refusal' in row) return unread(row, row.refusal)
  const shown = cells.map((cell, index) => (isSecret(index) ? '' : cell))
  return { ...row, text: stringify([shown], { delimiter, eof: false }) }
}
