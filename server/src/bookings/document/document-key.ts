import { hash, timingSafeEqual } from 'node:crypto'
import type { Caller } from '../../platform/http/caller.ts'

// A key is 32 hexadecimal digits that find the document and 32 that prove for whom the key was made: the hash of the
// document's secret and the customer. Every customer gets different keys that way, without a row for each.
const keyPattern = /^([0-9a-f]{32})([0-9a-f]{32})$/

/** Returns the part of a customer that goes into its document keys. */
export function customerSuffix({ provider, customer }: Pick<Caller, 'provider' | 'customer'>): string {
  return `:${provider}:${customer}`
}

/**
 * Returns an SQL expression for the key of the document `d`, or of another alias; `suffix` is the parameter with
 * `customerSuffix`. The hash is most of a list's cost. Secret and suffix contain no backslash, so the cast gives the
 * same bytes as convert_to, and is faster.
 */
export function documentKey(suffix: string, alias = 'd'): string {
  return `${alias}.lookup_key || encode(substr(sha256((${alias}.secret || ${suffix})::bytea), 1, 16), 'hex')`
}

/** Returns the part of a key that finds the document; null for a text that can be no key. */
export function lookupKeyOf(key: string): string | null {
  return keyPattern.exec(key)?.[1] ?? null
}

/** Tells whether the key was made for the caller's customer. */
export function isKeyFor(key: string, secret: string, caller: Caller): boolean {
  const proof = hash('sha256', secret + customerSuffix(caller)).slice(0, 32)
  const given = keyPattern.exec(key)?.[2] ?? ''
  return given.length === proof.length && timingSafeEqual(Buffer.from(given), Buffer.from(proof))
}
