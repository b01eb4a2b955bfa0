import type { RuntimeConfig } from '@customer-center/contract/runtime-config'
import type { LoginMemory } from './login-memory.ts'
import type { Profile } from './profile.ts'
import type { WireFormat } from './wire-format.ts'

export interface SessionLogin {
  /** Null where the server's cookie identifies the person. */
  readonly token: string | null
  readonly refreshToken: string | null
  /** The customer number as typed into the login; null if a cookie or the host identified the person. */
  readonly customerNumber: string | null
  /** The server's mark of the person whom the profile names; null if it gives none. */
  readonly person: string | null
  /** The profile as last read from the server; null until it is known: a token alone may be nobody's. */
  readonly profile: Profile | null
}

type NoLogin = { readonly [Name in keyof SessionLogin]: null }

/** The members that end with a person. */
export const nobody = {
  token: null,
  refreshToken: null,
  customerNumber: null,
  person: null,
  profile: null,
  newPassword: null,
  refusals: 0
}

/** A state without a person, whose generation is that of the next one. */
export type Nobody = typeof nobody & Pick<SessionDetails, 'generation'>

/**
 * Tells whether a login is that of the person before. Two customers may share one e-mail address: the server's mark
 * tells them apart. Without a mark the login must name the same customer as before, or be the host's; where that is
 * unknown, losing the input is better than saving it for somebody else.
 */
export function isSamePerson(
  before: Pick<SessionLogin, 'profile' | 'person' | 'customerNumber'>,
  { profile, person, customerNumber }: Pick<SessionLogin, 'profile' | 'person' | 'customerNumber'>
): boolean {
  const isMarked = before.person !== null && person !== null
  const namedSame = customerNumber === null || (customerNumber !== '' && customerNumber === before.customerNumber)
  const sameCustomer = isMarked ? before.person === person : namedSame
  return sameCustomer && before.profile !== null && before.profile.emailAddress === profile?.emailAddress
}

/**
 * The four states, which only the methods of `Session` change:
 *
 *            open             enter         expire
 *       out ──────▶ starting ───────▶ in ─────────▶ expired
 *        ▲             │              │ ◀── enter ───  │
 *        └──── end ────┴───── end ────┴────── end ─────┘
 *
 * `starting`: a cookie or a token of the page's may know the person. `expired`: the login opens over the screen, which
 * keeps its input. `enter` leads from each state to `in` when somebody logs in.
 */
type LoginState =
  | ({ readonly state: 'out' | 'starting' } & NoLogin)
  | ({ readonly state: 'in' } & SessionLogin)
  | ({ readonly state: 'expired'; readonly reason: null } & SessionLogin & Pick<NoLogin, 'token' | 'refreshToken'>)
  /** The session has not ended; `reason` is the server's sentence why its person has to log in again. */
  | ({ readonly state: 'expired'; readonly reason: string } & SessionLogin & Pick<NoLogin, 'refreshToken'>)

export type SessionState = LoginState['state']

/** Members of all states. */
interface SessionDetails {
  /** Number that changes when somebody else may be logged in, and all data is dropped. */
  readonly generation: number
  /**
   * The demand for a new password: until it is met, the server answers nothing else. `reason` is the server's
   * sentence, if it gave one.
   */
  readonly newPassword: { readonly reason: string | null } | null
  /** The number of refusals of calls that the screen offered: the person's right may have changed. */
  readonly refusals: number
}

export type SessionSnapshot = LoginState & SessionDetails

/** The backend of a session, with its traces in the browser. */
export interface SessionOptions extends Pick<
  RuntimeConfig,
  'apiVersion' | 'appKey' | 'defaultLanguage' | 'idempotencyKeys'
> {
  readonly api: string
  /** How the backend writes rows. */
  readonly format: WireFormat
  /** The browser's memory for a reload; a session of one element alone has nothing to remember. */
  readonly memory?: LoginMemory | undefined
}

/** Tells whether it is known who is logged in, or that this cannot be found out. */
export const isOpened = ({ state }: SessionSnapshot): boolean => state !== 'starting'
