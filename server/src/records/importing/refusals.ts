import { importResources } from '@customer-center/contract/import/resources'
import type { RefusalKind } from '@customer-center/contract/import/run'
import { hasHash, withoutHashes } from '../../platform/lib/hashes.ts'
import type { RefusedRow, RowRefusal } from './rows.ts'

/** Length of the longest text of a wrong value in a message. */
export const longestShown = 200

const keys = new Set(
  Object.values(importResources).flatMap(({ fields }) =>
    Object.entries(fields).flatMap(([name, { kind }]) => (kind === 'reference' ? [name] : []))
  )
).add('externalId')

/** Tells whether a value looks like the hash of a password, which may be in a wrong column. */
export const isHash = (name: string | null, value: unknown): boolean =>
  typeof value === 'string' && hasHash(value, name !== null && keys.has(name))

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
  const shown = isHash(field, value) ? null : (shownOf(value)?.slice(0, longestShown) ?? null)
  return { refusal: { field: field && withoutHashes(field), value: shown, sentence: withoutHashes(problem) } }
}

export const refusedRow = (
  { line, text }: Pick<RefusedRow, 'line' | 'text'>,
  refusal: RowRefusal,
  kind: RefusalKind = 'row'
): RefusedRow => ({ line, text, kind, ...refusal })
