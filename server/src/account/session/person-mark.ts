import { createHash } from 'node:crypto'
import type { Caller } from '../../platform/http/caller.ts'

/** The same for every session of a person with a customer, and for nobody else; no secret, but it tells no number either. */
export function personMark({ company, pvaid }: Pick<Caller, 'company' | 'pvaid'>): string {
  return createHash('sha256').update(`person ${company} ${pvaid}`).digest('base64url').slice(0, 22)
}
