import type { RuntimeConfig } from '@customer-center/contract/runtime-config'
import type { LoginMemory } from './login-memory.ts'
import type { Profile } from './profile.ts'

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

/**
 * The four states, which only the transitions of `Session` change:
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
  'apiVersion' | 'appKey' | 'defaultLanguage' | 'fieldCodes' | 'idempotencyKeys'
> {
  readonly api: string
  /** The browser's memory for a reload; a session of one element alone has nothing to remember. */
  readonly memory?: LoginMemory | undefined
}

/** Tells whether it is known who is logged in, or that this cannot be found out. */
export const isOpened = ({ state }: SessionSnapshot): boolean => state !== 'starting'
