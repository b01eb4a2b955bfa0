import type { Actor } from './actor.ts'

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
