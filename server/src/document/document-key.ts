import { createHash, timingSafeEqual } from 'node:crypto'
import type { Caller } from '../http/caller.ts'

// A key is 32 hexadecimal digits that find the document and 32 that prove for whom the key was made: the hash of the document's
// secret and the customer. A list so hands every customer a key of its own, without a row for each.
const keyPattern = /^([0-9a-f]{32})([0-9a-f]{32})$/

/** The key of the document `d`, made for the customer $1 (company), $2 (id); SQL, because lists are written by PostgreSQL. */
export const documentKey = `d.lookup_key || left(encode(sha256(convert_to(
  d.secret || ':' || $1::int || ':' || $2::int, 'UTF8')), 'hex'), 32)`

/** The part of a key that finds the document; null for what can be no key. */
export function lookupKeyOf(key: string): string | null {
  return keyPattern.exec(key)?.[1] ?? null
}

/** Whether the key was made for the caller's customer. */
export function opens(key: string, secret: string, { company, id }: Caller): boolean {
  const proof = createHash('sha256').update(`${secret}:${company}:${id}`).digest('hex').slice(0, 32)
  const given = keyPattern.exec(key)?.[2] ?? ''
  return given.length === proof.length && timingSafeEqual(Buffer.from(given), Buffer.from(proof))
}
