import type { Actor } from './actor.ts'
import { Refusal } from './refusal.ts'

/** The caller, read from the session for this one request. */
export interface Caller extends Actor {
  readonly family: string
  /** The shop user's e-mail address. */
  readonly emailAddress: string
  /** Whether the login used a generated password that has not been changed yet. */
  readonly passwordMustChange: boolean
  /** Whether the person has logged in a short time ago: only then may it change its own credentials. */
  readonly hasFreshLogin: boolean
}

/**
 * Refuses changes that give access or shut its owner out, unless the caller has just logged in: a stranger who finds an
 * open session, or has stolen its token, must not keep the access for good. `docs/decisions/0053-fresh-logins.md`
 * @throws Refusal `loginTooOld`
 */
export function requireFreshLogin({ hasFreshLogin }: Pick<Caller, 'hasFreshLogin'>): void {
  if (!hasFreshLogin) throw new Refusal('loginTooOld')
}
