import { createHash } from 'node:crypto'
import type { Caller } from '../../platform/http/caller.ts'

/**
 * Hashes the owner of a session: the same for all sessions of a person with a customer, and for nobody else. The hash
 * is not secret, but it does not reveal the number.
 */
export function sessionOwnerHash({ company, pvaid }: Pick<Caller, 'company' | 'pvaid'>): string {
  return createHash('sha256').update(`person ${company} ${pvaid}`).digest('base64url').slice(0, 22)
}
