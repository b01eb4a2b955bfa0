import type { Actor } from './actor.ts'

/** A list of the caller's own, which PostgreSQL reads in the statement that checks the token. */
export interface CallerList {
  /** SQL that gives one text and takes company, customer and right from the row `caller`, never from the request. */
  readonly sql: string
  /** The list's JSON out of that text. */
  readonly write: (text: string | null) => string
}

/** Who calls, read from the session for this one request. */
export interface Caller extends Actor {
  readonly family: string
  /** The shop user's e-mail address. */
  readonly emailAddress: string
  /** Logged in with a generated password that has not been changed yet. */
  readonly passwordMustChange: boolean
}
