import type { Actor } from './actor.ts'
import { Refusal } from './refusal.ts'

/** Who calls, read from the session for this one request. */
export interface Caller extends Actor {
  readonly family: string
  /** The shop user's e-mail address. */
  readonly emailAddress: string
  /** Logged in with a generated password that has not been changed yet. */
  readonly passwordMustChange: boolean
  /** Has shown a short time ago who it is: only then may it change what it is known by. */
  readonly hasFreshLogin: boolean
}

/**
 * Lets only somebody who has just logged in do what gives access, or shuts its owner out: whoever finds an open session, or has stolen
 * its token, must not keep the access for good. `docs/decisions/0053-fresh-logins.md`
 * @throws Refusal `loginTooOld`
 */
export function requireFreshLogin({ hasFreshLogin }: Pick<Caller, 'hasFreshLogin'>): void {
  if (!hasFreshLogin) throw new Refusal('loginTooOld')
}
